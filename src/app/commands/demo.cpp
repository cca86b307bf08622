#include "app/commands/demo.hpp"

#include "app/commands/render_command.hpp"
#include "app/terminal/console.hpp"
#include "capture/record/capture_path.hpp"

namespace shoal {

namespace {

constexpr int kFps = 30;
constexpr std::uint64_t kSeconds = 4;
// A quarter of the pixels of 1920 × 1080: without a display there is often no graphics card either.
constexpr int kWidth = 960;
constexpr int kHeight = 540;
constexpr double kWarmup = 4.0;  // [s] until a school has formed

}  // namespace

Ending recordDemo(const PreparedDocument& document, const ViewOptions& options) {
    RenderOptions wanted;
    wanted.scene = options.scene;
    wanted.gpu = options.gpu;
    wanted.shaderDir = options.shaderDir;
    wanted.recording.film.size = {kWidth, kHeight};
    wanted.recording.film.rate = {kFps, 1};
    wanted.frames = kSeconds * kFps;
    wanted.warmup = kWarmup;
    wanted.output = freeName(".", "shoal-demo", ".mp4").lexically_normal();
    Ending ending = recordFilm(document, wanted);
    if (ending.status != ExitStatus::captureFailed) {
        return ending;
    }
    // Most likely ffmpeg is missing; a picture does not need it.
    printLine(ending.text + "; making a picture instead");
    wanted.output = freeName(".", "shoal-demo", ".png").lexically_normal();
    wanted.frames = 1;
    return recordFilm(document, wanted);
}

}  // namespace shoal
