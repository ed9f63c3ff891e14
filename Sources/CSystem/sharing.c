#define _GNU_SOURCE
#include "sharing.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int system_shared_memory(const char *name, int64_t size) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, size) < 0 ||
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int problem = errno;
    close(descriptor);
    errno = problem;
    return -1;
  }
  return descriptor;
}

int64_t system_shared_memory_size(int descriptor) {
  int seals = fcntl(descriptor, F_GET_SEALS);
  struct stat status;
  if (seals < 0 || !(seals & F_SEAL_SHRINK) || fstat(descriptor, &status) < 0) return -1;
  return status.st_size;
}

int system_packet_pair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets); }

typedef union {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int) * 4)];
} control;

ssize_t system_send_packet(int socket, const void *bytes, size_t count, int descriptor, int wait) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control extra;
  memset(&extra, 0, sizeof extra);
  if (descriptor >= 0) {
    message.msg_control = extra.room;
    message.msg_controllen = CMSG_SPACE(sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t system_receive_packet(int socket, void *bytes, size_t room, int *descriptor, int wait) {
  *descriptor = -1;
  struct iovec part = {.iov_base = bytes, .iov_len = room};
  control extra;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = extra.room, .msg_controllen = sizeof extra.room};
  ssize_t got;
  do got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
  while (got < 0 && errno == EINTR);
  if (got < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t k = 0; k < count; k++) {
      int one;
      memcpy(&one, CMSG_DATA(header) + k * sizeof(int), sizeof one);
      if (*descriptor < 0) *descriptor = one;
      else close(one);
    }
  }
  if (message.msg_flags & MSG_TRUNC) {
    if (*descriptor >= 0) close(*descriptor);
    *descriptor = -1;
    errno = EMSGSIZE;
    return -1;
  }
  return got;
}
