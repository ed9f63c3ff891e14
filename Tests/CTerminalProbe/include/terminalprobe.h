#pragma once
// Nothing to call: see probe.c.
