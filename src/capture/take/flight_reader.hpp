#pragma once

#include "capture/take/camera_flight.hpp"
#include "sim/text/toml.hpp"
#include "sim/text/toml_mistakes.hpp"

namespace shoal {

/// Reads the `aim` and `key` of a camera move from a table, which may have other keys, too.
CameraFlight readCameraFlight(const toml::table& table, TomlMistakes& mistakes);

}  // namespace shoal
