#include "viewer/film/films.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "capture/film/ffmpeg_sink.hpp"
#include "capture/film/open_sink.hpp"
#include "capture/format/frame_sink.hpp"
#include "capture/record/capture_path.hpp"
#include "system/process/process.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/recorder/recorder.hpp"

namespace shoal {
namespace fs = std::filesystem;

namespace {

using Rate = CaptureSettings::Rate;
using Size = CaptureSettings::Size;

constexpr std::size_t kLongestLines = 400;  // of a child's latest output
constexpr int kPageWidth = 640;             // [px] of films for web pages

ImageSize sizeOf(const CaptureSettings& settings, const ImageSize& window) {
    static constexpr std::array<ImageSize, 6> kSizes{
        {{1280, 720}, {1920, 1080}, {1080, 1920}, {2560, 1440}, {3840, 2160}, {7680, 4320}}};
    switch (settings.size) {
        case Size::window:
            return settings.fileFormat().isForPages() && window.width > kPageWidth
                       ? ImageSize{kPageWidth, std::max(1, kPageWidth * window.height / window.width)}
                       : window;
        case Size::other:
            return {settings.width, settings.height};
        default:
            return kSizes[static_cast<std::size_t>(settings.size) - 1];
    }
}

Result<FrameRate> rateOf(const CaptureSettings& settings) {
    static constexpr std::array kRates{15, 20, 24, 25, 30, 50, 60};
    if (settings.rate != Rate::other) {
        return FrameRate{.pictures = kRates[static_cast<std::size_t>(settings.rate)], .seconds = 1};
    }
    const auto rate = frameRateFrom(fmt::format("{}/{}", settings.pictures, settings.inSeconds));
    if (!rate || rate->perSecond() > kMaxRenderRate) {
        return Problem{fmt::format("{} frames in {} s: a film has 0.01 to {} frames per second",
                                   settings.pictures, settings.inSeconds, kMaxRenderRate)};
    }
    return *rate;
}

/// Returns a word as a shell reads it.
std::string shellWord(const std::string& word) {
    const auto isPlain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("-_./:=,+").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, isPlain)) {
        return word;
    }
    std::string quoted = "'";
    for (const char c : word) {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
}

/// Returns the last whole line of a child's output.
std::string lastLine(std::string_view text) {
    const std::size_t end = text.rfind('\n');
    if (end == std::string_view::npos) {
        return {};
    }
    const std::size_t before = text.substr(0, end).rfind('\n');
    const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
    return std::string(text.substr(start, end - start));
}

/// Returns the fraction in a line such as "frames 12/300, 0:12 left"; 0 if there is none.
float partIn(const std::string& line) {
    const std::size_t slash = line.find('/');
    const std::size_t start = slash == std::string::npos ? slash : line.rfind(' ', slash);
    if (start == std::string::npos) {
        return 0.0f;
    }
    const float total = std::strtof(line.c_str() + slash + 1, nullptr);
    return total > 0.0f ? std::strtof(line.c_str() + start + 1, nullptr) / total : 0.0f;
}

}  // namespace

Films::Films(const UserPaths& paths, std::vector<std::string> arguments, Messages& messages,
             Background& background)
    : m_folders(mediaFolders(paths)),
      m_arguments(std::move(arguments)),
      m_messages(messages),
      m_background(background) {}

const fs::path& Films::folder(const CaptureSettings& settings) const {
    return settings.fileFormat().isFilm() ? m_folders.films : m_folders.pictures;
}

std::string Films::estimate(const CaptureSettings& settings, const ImageSize& window,
                            std::optional<double> recorded) {
    const CaptureSettings used = effectiveCapture(settings);
    const FileFormat& format = used.fileFormat();
    const ImageSize size = sizeOf(used, window);
    const double frame = format.pixelBytes * size.width * size.height / 1e6;  // [MB]
    const auto rate = rateOf(used);
    const auto megabytes = [](double number) {
        return number >= 9.5 ? fmt::format("about {:.0f} MB", number)
                             : fmt::format("about {:.1g} MB", number);
    };
    if (format.output == FileFormat::Output::picture || !rate) {
        return megabytes(frame);
    }
    const double second = frame * rate->perSecond();
    if (!recorded && used.isEndless) {
        return megabytes(second) + " a second";
    }
    const double whole = second * recorded.value_or(static_cast<double>(used.seconds));
    const auto largest = static_cast<double>(used.largest);
    return largest > 0.0 && whole > largest ? fmt::format("at most {:.1f} MB", largest) : megabytes(whole);
}

Result<FilmOrder> Films::order(const CaptureSettings& settings, const std::string& scene,
                               const ImageSize& window, double speed) const {
    const CaptureSettings used = effectiveCapture(settings);
    const auto rate = rateOf(used);
    if (!rate) {
        return rate.problem();
    }
    const FileFormat& format = used.fileFormat();
    const bool isPicture = format.output == FileFormat::Output::picture;
    const ImageSize size = sizeOf(used, window);
    FilmOrder order;
    order.name = datedStem(scene) + std::string(format.ending);
    order.folder = folder(used);
    if (auto checked = checkRecording(order.folder / order.name,
                                      {.size = size, .rate = *rate, .isTransparent = used.isTransparent});
        !checked) {
        return checked.problem();
    }
    const auto add = [&order](std::string option, std::string value = {}) {
        order.arguments.push_back(std::move(option));
        if (!value.empty()) {
            order.arguments.push_back(std::move(value));
        }
    };
    add("--size", fmt::format("{}x{}", size.width, size.height));
    if (!isPicture) {
        add("--fps", frameRateText(*rate));
    }
    if (used.supersample > 1) {
        add("--supersample", std::to_string(used.supersample));
    }
    if (!isPicture) {
        const double degrees = static_cast<double>(used.shutter) * 180.0 / std::numbers::pi;
        add("--shutter", std::to_string(std::clamp(static_cast<int>(std::lround(degrees)), 0, 360)));
        add("--exposures", std::to_string(used.exposures));
    }
    if (used.showsPanel) {
        add("--ui");
    }
    if (used.isTransparent) {
        add("--transparent");
    }
    if (used.hasCaption) {
        add("--caption");
    }
    if (used.isLoop) {
        add("--loop");
    }
    if (used.largest > 0.0f) {
        add("--max-size", fmt::format("{:.0f}k", std::max(10.0f, 1000.0f * used.largest)));
    }
    if (!isPicture && speed != 1.0) {
        add("--speed", fmt::format("{}", speed));
        order.speed = speed;
    }
    if (!isPicture && !used.isEndless) {
        order.seconds = static_cast<double>(used.seconds) + (used.isLoop ? Recorder::kFadeSeconds : 0.0);
    }
    return order;
}

void Films::add(const fs::path& take, double seconds, FilmOrder order) {
    if (order.seconds && seconds >= *order.seconds * order.speed) {
        order.arguments.insert(order.arguments.end(), {"--seconds", fmt::format("{}", *order.seconds)});
    }
    m_films.push_back({take, std::move(order)});
}

void Films::cancel() {
    if (m_child) {
        m_isCancelled = true;
        m_child->closeInput();  // it ends by itself within seconds
    }
}

void Films::update() {
    if (m_child) {
        if (const auto ended = m_child->poll()) {
            end(*ended);
        }
    } else if (!m_films.empty() && !m_isDiskBusy) {
        prepareNext();
    }
}

std::vector<std::string> Films::commandFor(const Film& film, const fs::path& output) const {
    std::vector<std::string> words{"render", film.take.string(), "-o", output.string()};
    words.insert(words.end(), film.order.arguments.begin(), film.order.arguments.end());
    words.insert(words.end(), m_arguments.begin(), m_arguments.end());
    return words;
}

void Films::prepareNext() {
    const FilmOrder& order = m_films.front().order;
    m_isDiskBusy = true;
    m_background.run(
        m_lane,
        [folder = order.folder, name = fs::path(order.name)]() -> Result<fs::path> {
            if (auto made = makeFolder(folder); !made) {
                return made.problem();
            }
            fs::path path;
            std::error_code ignored;
            for (int number = 1; path.empty() || fs::exists(partialPathOf(path), ignored); ++number) {
                const std::string stem = numberedName(name.stem().string(), number, {});
                path = freeName(folder, stem, name.extension().string());
            }
            return path;
        },
        [this](const Result<fs::path>& path) { start(path); });
}

void Films::start(const Result<fs::path>& path) {
    m_isDiskBusy = false;
    if (!path) {
        return giveUp(path.problem().text);
    }
    m_output = *path;
    std::vector<std::string> words = commandFor(m_films.front(), m_output);
    words.insert(words.begin(), programFile().string());
    words.emplace_back("--background");
    auto child = ChildProcess::start(std::move(words), 0.0);
    if (!child) {
        return giveUp(child.problem().text);
    }
    m_child.emplace(std::move(*child));
}

/// Goes on to the next film; the take of this one stays.
void Films::giveUp(const std::string& why) {
    const Film& film = m_films.front();
    m_messages.postProblem(fmt::format("{}: {}; its take is {}", film.order.name, why, film.take.string()));
    m_films.pop_front();
}

/// Tells the user what became of the film of a child that has ended.
void Films::end(const ChildEnd& how) {
    const std::string reason = how.isGood() ? std::string() : m_child->reason(how);
    const bool isCancelled = std::exchange(m_isCancelled, false);
    const std::string last = lastLine(m_child->latestOutput(kLongestLines));
    m_child.reset();
    const Film& film = m_films.front();
    if (how.isGood()) {
        m_messages.postSaved(m_output, last.starts_with(kMadeSmaller) ? ", " + last : std::string());
        if (!film.order.keepsTake) {
            onDisk([take = film.take, output = m_output] {
                std::error_code ignored;
                if (fs::exists(output, ignored)) {  // under this very name
                    fs::remove(take, ignored);
                }
            });
        }
    } else if (isCancelled) {
        m_messages.post("Cancelled; the take stays: " + film.take.string());
        onDisk([output = m_output] { removeUnfinished(output); });
    } else {
        return giveUp(reason);
    }
    m_films.pop_front();
}

/// Runs work in the background without waiting for it: the disk may hang.
template <class Work>
void Films::onDisk(Work work) {
    const auto task = [work = std::move(work)] {
        work();
        return Done{};
    };
    m_background.run(task, [](auto) {});
}

FilmProgress Films::progress() const {
    FilmProgress progress;
    if (!m_films.empty()) {
        progress.file = m_films.front().order.name;
        progress.waiting = static_cast<int>(m_films.size()) - 1;
    }
    if (m_child) {
        progress.done = lastLine(m_child->latestOutput(kLongestLines));
        progress.part = partIn(progress.done);
        progress.isCancelled = m_isCancelled;
    }
    return progress;
}

std::vector<std::string> Films::finish() {
    std::vector<std::string> lines;
    for (const Film& film : m_films) {
        std::string line = "not finished, to make it: shoal";
        for (const std::string& word : commandFor(film, film.order.folder / film.order.name)) {
            line += " " + shellWord(word);
        }
        lines.push_back(std::move(line));
    }
    m_films.clear();
    if (m_child) {
        m_child.reset();
        onDisk([output = m_output] { removeUnfinished(output); });
    }
    return lines;
}

}  // namespace shoal
