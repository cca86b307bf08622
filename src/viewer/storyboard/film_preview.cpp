#include "viewer/storyboard/film_preview.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "capture/film/y4m_sink.hpp"
#include "system/process/process.hpp"

namespace shoal {

namespace {

constexpr int kPreviewHeight = 180;  // [px]
constexpr int kPreviewRate = 15;     // [frames/s]
constexpr double kMaxPreviewBytes = 4e8;

ImageSize sizeFor(double aspect) {
    return {std::max(16, static_cast<int>(std::lround(kPreviewHeight * aspect))), kPreviewHeight};
}

}  // namespace

Outcome FilmPreview::begin(const std::filesystem::path& script, double aspect,
                           const std::vector<std::string>& options) {
    m_child.reset();
    m_size = sizeFor(aspect);
    std::vector<std::string> words{programFile().string(),
                                   "render",
                                   script.string(),
                                   "-q",
                                   "-o",
                                   "-",
                                   "--size",
                                   fmt::format("{}x{}", m_size.width, m_size.height),
                                   "--fps",
                                   std::to_string(kPreviewRate),
                                   "--quality",
                                   "low",
                                   "--shutter",
                                   "0"};
    words.insert(words.end(), options.begin(), options.end());
    auto child = ChildProcess::start(std::move(words), 0.0);
    if (!child) {
        return child.problem();
    }
    m_child.emplace(std::move(*child));
    return Done{};
}

bool FilmPreview::isTooLong(double seconds, double aspect) {
    return seconds * kPreviewRate * static_cast<double>(y4mFrameBytes(sizeFor(aspect))) > kMaxPreviewBytes;
}

std::uint64_t FilmPreview::frameNumber(double seconds) {
    return static_cast<std::uint64_t>(std::max(0.0, seconds) * kPreviewRate);
}

std::optional<Image> FilmPreview::frame(std::uint64_t number) const {
    if (!m_child) {
        return std::nullopt;
    }
    const std::size_t bytes = y4mFrameBytes(m_size);
    const std::uint64_t from = y4mHeader(m_size, {kPreviewRate, 1}).size() + number * bytes;
    const std::string found = m_child->outputAt(from, bytes);
    return found.size() == bytes ? std::optional(imageFromY4m(found, m_size)) : std::nullopt;
}

std::string FilmPreview::problem() {
    const auto ended = m_child ? m_child->poll() : std::nullopt;
    return ended && !ended->isGood() ? m_child->reason(*ended) : std::string();
}

}  // namespace shoal
