// Moments, and takes as files.

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <system_error>

#include "capture/film/file_format.hpp"
#include "capture/record/capture_path.hpp"
#include "capture/record/captured_scene.hpp"
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

bool isTakeText(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n";
    constexpr std::string_view kFirstKey = "take";
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        if (!text.starts_with('#')) {
            break;
        }
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
    if (!text.starts_with(kFirstKey)) {
        return false;
    }
    text.remove_prefix(kFirstKey.size());
    const std::size_t next = text.find_first_not_of(" \t");
    return next != std::string_view::npos && text[next] == '=';
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

namespace {

/// What a file's first bytes say that it holds or, where they say nothing, its name.
enum class Held { other, take, capture };
Held heldBy(const std::filesystem::path& file) {
    std::error_code ignored;
    if (const auto head = readHead(file)) {
        if (fileFormatIn(*head) != nullptr || isSidecarText(*head)) {
            return Held::capture;
        }
        if (isTakeText(*head)) {
            return Held::take;
        }
    }
    return isTakeName(file) || isPartialTakeName(file)                           ? Held::take
           : isCaptureName(file) || std::filesystem::is_directory(file, ignored) ? Held::capture
                                                                                 : Held::other;
}

}  // namespace

bool holdsTake(const std::filesystem::path& file) {
    return heldBy(file) != Held::other;
}

Result<Take> openTake(const std::filesystem::path& file) {
    if (heldBy(file) != Held::capture) {
        return loadTake(file);
    }
    const Result<std::string> text = readCapturedScene(file);
    return text ? parseTake(*text, file.string()) : Result<Take>(text.problem());
}

Outcome saveTake(const Take& take, const std::filesystem::path& file) {
    return writeFileAtomically(file, takeText(take), Overwrite::anything());
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
