#pragma once

#include <array>

#include <shoal/parameter.hpp>

namespace shoal {

/// How the window's picture is drawn, which no preset says. The panel has a row for each, and the settings
/// file keeps them.
struct PictureSettings {
    bool shrinksWhenSlow = true;

    static constexpr std::array parameters{parameter<&PictureSettings::shrinksWhenSlow>(
        "smaller_when_slow",
        "While the picture takes longer than 40 ms, draws it at low quality, unless you have chosen another "
        "than the usual one, and then smaller. Text and sliders stay sharp.")};

    friend bool operator==(const PictureSettings&, const PictureSettings&) = default;
};

}  // namespace shoal
