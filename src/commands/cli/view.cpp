#include "commands/cli/parts.hpp"
#include "ui/layout/panel_layout.hpp"

namespace shoal {

namespace {

constexpr const char* kViewFooter = R"(Examples:
  shoal view reef --seed 3
  shoal view --set alignment.weight=0.2 --set separation.radius=0.8
  shoal view night.toml
  shoal view starlings-20261121-090312.take
  shoal view school.png

Dropping a preset, a take, or a picture or film made by Shoal on the window opens it. A film script,
dropped or given as PRESET, opens as a storyboard.

The window's display chooses the graphics card; Mesa's drivers read DRI_PRIME. --gpu software sets variables that the drivers
read (LIBGL_ALWAYS_SOFTWARE, __GLX_VENDOR_LIBRARY_NAME). If the display decides otherwise, one line says so.

The viewer remembers its window, its panel and the last scene with unsaved edits, and continues with them. A scene
given here (PRESET, --seed, --boids, --set) is shown instead. Once you change it, it is remembered with your
changes, but without the values of --seed, --boids and --set.

F1 in the window shows the keys. With no display, a short demo is recorded into the current folder instead.)";

}  // namespace

void addView(CLI::App& root, ViewOptions& options) {
    CLI::App& app = addCommand(root, "view", "Open the viewer", kViewFooter);
    addSceneOptions(app, options.scene);
    app.add_flag("--fresh", options.isFresh,
                 "Start as if for the first time; leave the remembered state unchanged");
    app.add_flag("--problem-in-window", options.showsProblem,
                 "If PRESET cannot be opened, say why in the viewer's window; for file managers");
    addNumber<double>(app, "--ui-scale", options.uiScale, {"X", PanelLook::kMinSize, PanelLook::kMaxSize},
                      "Size of the viewer's text and controls; 1 suits the monitor, default: as last time");
    addNumber<double>(app, "--max-fps", options.maxFps, {"N", 1, 1000},
                      "Draw at most N frames a second; default: as many as the monitor shows");
    addQuality(app, "as last time; at first low with software, normal with a card",
               [&options](Quality quality) { options.quality = quality; });
    addGpu(app, options.gpu);
    addShaderDir(app, options.shaderDir);
    app.add_option("--ui-probe", options.probeFile)->group("");
    addNumber<std::uint64_t>(app, "--exit-after-frames", options.exitAfterFrames, {"N", 1, kMaxSteps}, "")
        ->group("");
}

}  // namespace shoal
