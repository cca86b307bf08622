#include "app/command_line/parts.hpp"

namespace shoal {

namespace {

constexpr const char* kViewFooter = R"(Examples:
  shoal view reef --seed 3
  shoal view --set alignment.weight=0.2 --set separation.radius=0.8
  shoal view night.toml

F1 in the window shows the keys. With no display, a short demo is recorded into the current folder instead.)";

}  // namespace

void addView(CLI::App& root, ViewOptions& options) {
    CLI::App& app = addCommand(root, "view", "Open the viewer", kViewFooter);
    addSceneOptions(app, options.scene);
    addShaderDir(app, options.shaderDir);
    app.add_option("--ui-probe", options.probeFile)->group("");
    addNumber<std::uint64_t>(app, "--exit-after-frames", options.exitAfterFrames, {"N", 1, kMostSteps}, "")
        ->group("");
}

}  // namespace shoal
