// Moments, and takes as files.

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>

#include "capture/film/captured_scene.hpp"
#include "capture/format/file_format.hpp"
#include "capture/record/capture_path.hpp"
#include "capture/take/take.hpp"
#include "capture/take/take_format.hpp"
#include "sim/text/budget.hpp"
#include "system/files/atomic_file.hpp"

namespace shoal {

namespace {

constexpr std::string_view kEnding = ".take";

}  // namespace

Moment momentShown(std::uint64_t step, float alpha) {
    if (alpha > 0.0f || step == 0) {
        return {step, step == 0 ? 1.0f : alpha};
    }
    return {step - 1, 1.0f};
}

Moment momentAt(double steps) {
    constexpr double kHair = 1e-6;
    const double whole = std::max(0.0, std::ceil(steps - kHair));
    return {static_cast<std::uint64_t>(whole), std::min(1.0f, static_cast<float>(1.0 - (whole - steps)))};
}

bool isTakeName(const std::filesystem::path& file) {
    const std::string ending = file.extension().string();
    return std::ranges::equal(ending, kEnding,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

bool isPartialTakeName(const std::filesystem::path& file) {
    return file.extension() == take_format::kPartialEnding && isTakeName(file.stem());
}

Result<Take> loadTake(const std::filesystem::path& file) {
    const Result<std::string> text = readWholeFile(file, kTakeBudget.bytes);
    if (!text) {
        return text.problem();
    }
    auto take = parseTake(*text, file.string());
    if (take || !isPartialTakeName(file)) {
        return take;
    }
    // The start of the last [[played]] block, complete or not: takes have no other tables.
    const std::size_t last = text->rfind("\n[");
    return last == std::string::npos ? std::move(take)
                                     : parseTake(std::string_view(*text).substr(0, last), file.string());
}

Recorded recordedIn(std::string_view head) {
    return fileFormatIn(head) != nullptr || isSidecarText(head) ? Recorded::capture
           : isTakeText(head)                                   ? Recorded::take
                                                                : Recorded::nothing;
}

Recorded recordedNamed(const std::filesystem::path& file) {
    std::error_code ignored;
    return isTakeName(file) || isPartialTakeName(file)                           ? Recorded::take
           : isCaptureName(file) || std::filesystem::is_directory(file, ignored) ? Recorded::capture
                                                                                 : Recorded::nothing;
}

Recorded recordedAt(const std::filesystem::path& file) {
    const auto head = readHead(file);
    const Recorded recorded = head ? recordedIn(*head) : Recorded::nothing;
    return recorded == Recorded::nothing ? recordedNamed(file) : recorded;
}

Result<Take> takeIn(const std::string& bytes, const std::string& fileName) {
    if (recordedIn(bytes) != Recorded::capture) {
        return parseTake(bytes, fileName);
    }
    const Result<std::string> text = readCapturedText(bytes, fileName);
    return text ? parseTake(*text, fileName) : Result<Take>(text.problem());
}

Result<Take> openTake(const std::filesystem::path& file) {
    if (isGivenDescriptor(file)) {
        const auto bytes = readWholeFile(file, kTakeBudget.bytes);
        return bytes ? takeIn(*bytes, file.string()) : bytes.problem();
    }
    if (recordedAt(file) != Recorded::capture) {
        return loadTake(file);
    }
    const Result<std::string> text = readCapturedScene(file);
    return text ? parseTake(*text, file.string()) : Result<Take>(text.problem());
}

Result<std::filesystem::path> saveNewTake(const Take& take, const std::filesystem::path& wanted) {
    auto file = AtomicFile::open(wanted, Overwrite::numbered());
    if (!file) {
        return file.problem();
    }
    if (auto written = file->write(takeText(take)); !written) {
        return written.problem();
    }
    return placeNumbered(*file, wanted, wanted);
}

}  // namespace shoal
