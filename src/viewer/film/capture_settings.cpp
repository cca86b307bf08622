#include "viewer/film/capture_settings.hpp"

namespace shoal {

namespace {

bool isPicture(const CaptureSettings& settings) {
    return settings.fileFormat().output == FileFormat::Output::picture;
}

bool isOfTime(std::string_view key) {
    return key == "pictures_in_a_second" || key == "pictures" || key == "in_seconds" ||
           key == "until_stopped" || key == "length";
}

}  // namespace

bool isCaptureSettingShown(const CaptureSettings& settings, std::string_view key) {
    if (isPicture(settings) && isOfTime(key)) {
        return false;
    }
    if (key == "width" || key == "height") {
        return settings.size == CaptureSettings::Size::other;
    }
    if (key == "pictures" || key == "in_seconds") {
        return settings.rate == CaptureSettings::Rate::other;
    }
    if (key == "length") {
        return !settings.isEndless;
    }
    return key != "exposures" || settings.shutter > 0.0f;
}

std::string captureRefusal(const CaptureSettings& settings, std::string_view key) {
    if (key == "transparent" && !settings.fileFormat().hasAlpha) {
        return "Only WebM, APNG and PNG can be transparent.";
    }
    if (isPicture(settings) && (key == "shutter" || key == "exposures")) {
        return "A single picture shows one moment.";
    }
    if (isPicture(settings) && key == "loop") {
        return "A single picture does not move.";
    }
    if (!settings.fileFormat().isFilm() && key == "largest_file") {
        return "Only films can be made to fit.";
    }
    return {};
}

CaptureSettings withKind(CaptureSettings settings, CaptureSettings::Kind kind) {
    using Rate = CaptureSettings::Rate;
    const bool wasForPages = settings.fileFormat().isForPages();
    settings.kind = kind;
    if (wasForPages && !settings.fileFormat().isForPages() &&
        (settings.rate == Rate::r15 || settings.rate == Rate::r20)) {
        settings.rate = Rate::r30;
    }
    const bool isHundredths = settings.fileFormat().times == FileFormat::Times::hundredths;
    const bool isUsual = settings.rate == Rate::r24 || settings.rate == Rate::r30;
    if (isHundredths && (isUsual || settings.rate == Rate::r15)) {
        settings.rate = Rate::r20;
    } else if (settings.fileFormat().isForPages() && isUsual) {
        settings.rate = Rate::r15;
    } else if (isHundredths && settings.rate == Rate::r60) {
        settings.rate = Rate::r50;
    }
    return settings;
}

CaptureSettings effectiveCapture(CaptureSettings settings) {
    const CaptureSettings usual;
    if (!captureRefusal(settings, "transparent").empty()) {
        settings.isTransparent = false;
    }
    if (!captureRefusal(settings, "shutter").empty()) {
        settings.shutter = 0.0f;
    }
    if (isPicture(settings)) {
        settings.rate = usual.rate;
        settings.isLoop = false;
    }
    if (!settings.fileFormat().isFilm()) {
        settings.largest = 0.0f;
    }
    if (settings.shutter <= 0.0f) {
        settings.exposures = 1;
    }
    return settings;
}

}  // namespace shoal
