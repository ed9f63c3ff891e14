#pragma once
// Memory and descriptors shared between two processes: memfd, its seals, descriptors passed over a socket.
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Anonymous memory of exactly `size` bytes that nobody can shrink or grow any more; -1 and errno on failure.
int system_shared_memory(const char *name, int64_t size);

/// The size of such memory; -1 where the descriptor is none, or could still be shrunk under its readers.
int64_t system_shared_memory_size(int descriptor);

/// A connected pair of sockets that keep packets whole; 0, or -1 and errno.
int system_packet_pair(int sockets[2]);

/// Sends one packet, with a descriptor where `descriptor` is not -1. A dead peer is EPIPE, never a signal.
/// `wait` 0: EAGAIN where the socket is full.
ssize_t system_send_packet(int socket, const void *bytes, size_t count, int descriptor, int wait);

/// Receives one packet: its size, 0 when the peer is gone, -1 and errno (EMSGSIZE where `room` is too small).
/// *descriptor becomes the descriptor that came with it, or -1.
ssize_t system_receive_packet(int socket, void *bytes, size_t room, int *descriptor, int wait);
