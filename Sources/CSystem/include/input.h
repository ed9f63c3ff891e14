#pragma once
// Keys of an input device (evdev): what a foot pedal or a trigger of its own sends.
#include <stddef.h>
#include <stdint.h>

/// Bytes of one event; a device is read in whole ones.
size_t csystem_input_event_size(void);

enum csystem_input_kind { csystem_input_key, csystem_input_lost, csystem_input_other };

/// What the event at `bytes` says: a key with its code and value (0 let go, 1 pressed, 2 held on), that events were
/// lost, or something that is no matter of keys.
int csystem_input_event(const void *bytes, int *code, int *value);

/// 1 where the descriptor is of an input device, or of a pipe that stands for one: nothing else is read as such.
int csystem_is_input_device(int descriptor);

/// Keeps the device's keys from everybody else, or lets them go again. 0, or -1 with errno where the device cannot.
int csystem_input_grab(int descriptor, int grab);
