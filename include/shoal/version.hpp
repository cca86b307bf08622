#pragma once

// The version of this library. Before 1.0, each minor version may change the C++ interface. The C interface
// counts its own versions (SHOAL_C_VERSION in shoal.h). The build reads these lines.

#define SHOAL_VERSION_MAJOR 0
#define SHOAL_VERSION_MINOR 2
#define SHOAL_VERSION_PATCH 0
