#pragma once

// The version of this library. Before 1.0, each minor version may change the interface. The build reads these
// lines.

#define SHOAL_VERSION_MAJOR 0
#define SHOAL_VERSION_MINOR 2
#define SHOAL_VERSION_PATCH 0
