#include "viewer/storyboard/storyboard.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/picture/png.hpp"
#include "play/player.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "sim/scene/key_index.hpp"
#include "sim/text/budget.hpp"
#include "sim/text/toml_parse.hpp"
#include "sim/text/toml_text.hpp"
#include "system/files/atomic_file.hpp"
#include "system/process/process.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/files/media_folders.hpp"
#include "viewer/files/opened_document.hpp"
#include "viewer/files/user_files.hpp"
#include "viewer/host/open_scene.hpp"
#include "viewer/host/options.hpp"
#include "viewer/scenes/listed_presets.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/window/window.hpp"

namespace shoal {

namespace {

constexpr double kLookAgainAfter = 1.0;       // [s] another program may change the file
constexpr double kDrawAfter = 0.15;           // [s] without another change
constexpr double kFirstMoment = 1.0;          // [s] that is shown at first
constexpr int kMomentHeight = 352;            // [px]
constexpr double kLastMoment = 0.05;          // [s] before the film's end
constexpr double kLongestPassed = 0.25;       // [s] that the film moves on between two frames of the window
constexpr std::size_t kMaxRecent = 8;         // scripts to choose from
constexpr std::size_t kMaxEarlier = 200;      // texts to go back to
constexpr const char* kTable = "storyboard";  // of the settings file
constexpr const char* kMomentPicture = "moment";  // among the textures
constexpr float kBoardMargin = 12.0f;             // [px] at scale 1

ImageSize pictureSize(const FilmScript& script) {
    const ImageSize size = script.size.value_or(ImageSize{1280, 720});
    const double aspect =
        std::clamp(static_cast<double>(size.width) / static_cast<double>(size.height), 0.25, 4.0);
    return {std::max(16, 2 * static_cast<int>(std::lround(0.5 * kMomentHeight * aspect))), kMomentHeight};
}

}  // namespace

Storyboard::Storyboard(const Services& services)
    : m_services(services), m_folder(mediaFolders(services.paths).films) {
    if (!services.options.storyboard.empty()) {
        openFile(services.options.storyboard);
    }
}

void Storyboard::declare(CommandTable& commands, Storyboard* storyboard) {
    commands.add(
        {.id = "storyboard",
         .name = "Storyboard: a film of shots, moves and words",
         .words =
             "script timeline shot title caption cut dissolve keyframe camera move video edit watermark logo "
             "subtitles subtitle crossfade transition keyframe animate shots director premiere layers",
         .run = [storyboard] { storyboard->toggle(); },
         .isOn = [storyboard] { return storyboard != nullptr && storyboard->m_isOpen; }});
    commands.add({.id = "open_storyboard",
                  .runWith = [storyboard](const CommandValue& with) { storyboard->openFile(with.text); }});
    commands.add(
        {.id = "new_storyboard", .name = "New storyboard", .words = "script film shots", .run = [storyboard] {
             storyboard->beginNew();
         }});
    commands.add({.id = "storyboard_undo",
                  .run = [storyboard] { storyboard->undo(); },
                  .isPossible = [storyboard] { return storyboard != nullptr && storyboard->canUndo(); }});
    commands.add({.id = "storyboard_film",
                  .run = [storyboard] { storyboard->makeFilm(); },
                  .isPossible = [storyboard] { return storyboard != nullptr && storyboard->canFilm(); }});
    commands.add({.id = "storyboard_play",
                  .run = [storyboard] { storyboard->togglePlay(); },
                  .isPossible = [storyboard] { return storyboard != nullptr && storyboard->canFilm(); },
                  .isOn = [storyboard] { return storyboard != nullptr && storyboard->m_isPlaying; }});
}

void Storyboard::toggle() {
    if (m_isOpen) {
        close();
    } else if (m_file.empty() && rememberedFile().empty()) {
        beginNew();
    } else if (m_file.empty()) {
        openFile(rememberedFile());
    } else {
        openFile(m_file);
    }
}

/// The script that was open last; empty if there was none.
std::filesystem::path Storyboard::rememberedFile() const {
    const auto table = parseToml(m_services.openScene.table(kTable), "settings", kFlightBudget);
    return table ? (*table)["file"].value<std::string>().value_or("") : "";
}

/// The values of the scene that is open, where they differ from its preset's, as keys of a shot.
std::string Storyboard::changedValues() const {
    const Scene& loaded = m_services.player.shown().loaded;
    const Scene& scene = m_services.player.shown().scene();
    std::string values;
    for (const Edit& edit : difference(loaded, scene)) {
        const auto parameter = parameterOf(scene, edit.key);
        if (parameter) {
            const std::string text = parameter->text(parameter->stored(edit.shown));
            values += fmt::format("set.{} = {}\n", tomlText(edit.key),
                                  parameter->form == Form::choice ? tomlText(text) : text);
        }
    }
    return values;
}

/// The window's camera, seen from the middle of its flock, as a key of a shot's camera.
std::string Storyboard::windowView() const {
    const Camera& camera = m_services.stage.camera();
    const CameraPose pose = camera.pose();
    const Vec3f target = pose.target - camera.flockCentre();
    constexpr float kDegrees = 180.0f / std::numbers::pi_v<float>;
    return fmt::format(
        "target = [{:.2f}, {:.2f}, {:.2f}]\ndistance = {:.2f}\nazimuth = {:.1f}\nelevation = {:.1f}\n"
        "field_of_view = {:.1f}",
        target.x, target.y, target.z, pose.distance, pose.azimuth * kDegrees, pose.elevation * kDegrees,
        pose.fieldOfView * kDegrees);
}

/// Begins a script with one shot of the scene that is open.
void Storyboard::beginNew() {
    if (std::exchange(m_isBeginning, true)) {
        return;
    }
    const Scene& scene = m_services.player.shown().loaded;
    const std::string preset =
        m_services.presets.named(scene.name) != nullptr ? scene.name : SceneOptions().preset;
    const std::string script = fmt::format(
        "# A film script of Shoal: its manual's page \"Film scripts\" describes it.\nfilm = 1\n\n"
        "[[shot]]\npreset = {}\nwarmup = 5\nseconds = 5\n{}",
        tomlText(preset), preset == scene.name ? changedValues() : std::string());
    m_services.background.run(
        [folder = m_folder, preset, script] { return saveScriptIn(folder, preset, script); },
        [this](const Result<std::filesystem::path>& file) {
            m_isBeginning = false;
            if (file) {
                openFile(*file);
            } else {
                m_services.messages.postProblem(file.problem().text);
            }
        });
}

void Storyboard::openFile(const std::filesystem::path& file) {
    save();
    if (file != m_file) {
        m_earlier.clear();
    }
    m_file = file;
    m_services.openScene.keepTable(kTable, fmt::format("file = {}\n", tomlText(file.string())));
    m_draft = {};
    m_isNoted = false;
    m_inFile.reset();
    m_isExchanging = false;
    m_isChecking = false;
    m_isFailing = false;
    m_exchangeDue = 0.0;
    m_script.reset();
    m_problem.clear();
    m_settings.clear();
    m_chosen.reset();
    m_chosenOf = nullptr;
    m_child.reset();
    m_preview.end();
    m_previewText.clear();
    m_isPlaying = false;
    m_isWanted = false;
    m_drawProblem.clear();
    m_pictures.clear();
    m_isOpen = true;
    m_services.background.run(
        [folder = m_folder] {
            auto scripts = listNewest(
                folder, [](const std::filesystem::path& each) { return each.extension() == ".toml"; });
            std::erase_if(scripts, [](const std::filesystem::path& each) { return !isFilmScriptFile(each); });
            scripts.resize(std::min(scripts.size(), kMaxRecent));
            return scripts;
        },
        [this](const std::vector<std::filesystem::path>& scripts) { m_recent = scripts; });
}

void Storyboard::close() {
    save();
    m_isOpen = false;
    m_isPlaying = false;
    m_preview.end();
    m_previewText.clear();
    m_child.reset();
    m_pictures.clear();
}

/// Closes a script that cannot be opened; the next one is new.
void Storyboard::forget() {
    close();
    m_file.clear();
    m_services.openScene.keepTable(kTable, {});
}

bool Storyboard::cancel() {
    const bool wasOpen = m_isOpen;
    if (wasOpen) {
        close();
    }
    return wasOpen;
}

bool Storyboard::isBusy() const {
    return m_isOpen && (m_child || m_isWanted || m_isPlaying || m_isChecking || !isSaved());
}

void Storyboard::finish() {
    save();
    m_preview.end();
    m_child.reset();
}

/// Keeps a text to go back to.
void Storyboard::note(const std::string& text) {
    m_earlier.push_back(text);
    if (m_earlier.size() > kMaxEarlier) {
        m_earlier.erase(m_earlier.begin());
    }
}

void Storyboard::undo() {
    if (!canUndo()) {
        return;
    }
    m_draft.text = std::move(m_earlier.back());
    m_earlier.pop_back();
    takeOutline();
}

/// Reads the draft's outline from its text; one without shots leaves the last.
void Storyboard::takeOutline() {
    if (auto outline = outlineOf(m_draft.text); outline && !outline->shots.empty()) {
        m_draft.outline = std::move(*outline);
    }
    m_draft.mark.reset();
    m_draft.shot = std::min(m_draft.shot, std::max<std::size_t>(m_draft.outline.shots.size(), 1) - 1);
    m_draft.moment = std::min(m_draft.moment, m_draft.outline.seconds());
}

void Storyboard::makeFilm() {
    if (!canFilm()) {
        return;
    }
    m_services.commands.run("film_script", {.text = m_file.string()});
}

void Storyboard::togglePlay() {
    if (m_isPlaying || !canFilm()) {
        return stopPlaying();
    }
    const double length = m_draft.outline.seconds();
    const ImageSize whole = pictureSize(*m_script);
    const double aspect = static_cast<double>(whole.width) / whole.height;
    if (FilmPreview::isTooLong(length, aspect)) {
        return m_services.messages.postProblem(
            "The film is too long to be played here: make it, and play the file");
    }
    if (m_previewText != m_draft.text) {
        const auto begun = m_preview.begin(m_file, aspect, renderArguments(m_services.options));
        if (!begun) {
            return m_services.messages.postProblem(begun.problem().text);
        }
        m_previewText = m_draft.text;
        m_aspect = static_cast<float>(aspect);
    }
    if (m_draft.moment >= length - kLastMoment) {
        m_draft.moment = 0.0;
    }
    m_child.reset();
    m_isWanted = false;
    m_drawProblem.clear();
    m_playedAt = Window::now();
    m_frameShown.reset();
    m_isPlaying = true;
}

/// Shows the frame that is due, or waits for it.
void Storyboard::play(double now) {
    const double passed = std::min(now - std::exchange(m_playedAt, now), kLongestPassed);
    const double next = m_draft.moment + (m_isHeldUp ? 0.0 : passed);
    m_drawProblem = m_preview.problem();
    if (m_draft.text != m_previewText || !m_drawProblem.empty()) {
        m_preview.end();  // of the script as it was
        m_previewText.clear();
        return stopPlaying();
    }
    const std::uint64_t number = FilmPreview::frameNumber(next);
    const bool isSame = m_frameShown == number && !m_isHeldUp;
    const auto frame = isSame ? std::nullopt : m_preview.frame(number);
    const bool isOver = next >= m_draft.outline.seconds() - kLastMoment;
    if (isOver || (!isSame && !frame && m_preview.hasEnded())) {
        m_draft.moment = std::max(m_draft.moment, m_draft.outline.seconds() - kLastMoment);
        return stopPlaying();
    }
    m_isHeldUp = !isSame && !frame;
    if (m_isHeldUp) {
        return;
    }
    m_draft.moment = next;
    m_frameShown = number;
    if (frame) {
        m_pictures.put(kMomentPicture, *frame);
    }
}

void Storyboard::stopPlaying() {
    m_isPlaying = false;
    m_isHeldUp = false;
    m_isWanted = m_drawProblem.empty();
}

/// Writes the last change unless the file has it, without a report.
void Storyboard::save() {
    if (m_isOpen && m_inFile && m_draft.text != *m_inFile) {
        exchange();
    }
    ++m_opening;  // answers that are still to come are dropped
}

/// Later writes the text into the file if it has changed, or reads what another program has written there,
/// and checks the script.
void Storyboard::exchange() {
    m_isExchanging = true;
    std::optional<std::string> changed;
    if (m_inFile && m_draft.text != *m_inFile) {
        changed = m_draft.text;
    }
    m_isChecking = changed || !m_inFile;
    const std::optional<std::string> before = m_inFile;
    m_inFile = changed ? changed : m_inFile;
    m_services.background.run(
        m_lane,
        [file = m_file, before, changed, wasFailing = m_isFailing, paths = m_services.paths]() -> Exchanged {
            Exchanged result{.before = before};
            result.text = readWholeFile(file, kFlightBudget.bytes);
            std::error_code ignored;
            const bool isGone = !result.text && !std::filesystem::exists(file, ignored);
            result.isForeign = before && result.text && *result.text != *before;
            if (changed && !result.isForeign && (result.text || isGone)) {
                const Outcome written = writeFileAtomically(file, *changed, Overwrite::anything());
                result.text = written ? Result<std::string>(*changed) : written.problem();
            }
            result.isNew = result.text && (!before || result.isForeign || changed || wasFailing);
            if (result.isNew) {
                auto script = parseFilmScript(*result.text, file, paths);
                if (script) {
                    result.script = std::make_shared<const FilmScript>(std::move(*script));
                } else {
                    result.problem = script.problem().text;
                }
            }
            return result;
        },
        [this, opening = m_opening](const Exchanged& result) {
            if (opening == m_opening) {
                m_isExchanging = false;
                m_isChecking = false;
                receive(result);
            }
        });
}

void Storyboard::receive(const Exchanged& result) {
    m_isFailing = !result.text;
    if (!result.text) {
        if (!result.before) {
            m_services.messages.postProblem(result.text.problem().text);
            return forget();
        }
        m_inFile = result.before;  // tried again
        m_problem = result.text.problem().text;
        return;
    }
    if (!result.isNew) {
        return;
    }
    const bool isFirst = !result.before;
    if (result.isForeign && m_draft.text != *result.before) {
        note(m_draft.text);
        m_services.messages.postProblem(
            fmt::format("{} was changed by another program: your last change is not in it; the arrow of the "
                        "storyboard brings it back",
                        m_file.filename().string()));
    } else if (result.isForeign) {
        note(m_draft.text);
    }
    if (isFirst || result.isForeign) {
        m_draft.text = *result.text;
        m_inFile = *result.text;
        takeOutline();
    }
    if (m_draft.outline.shots.empty()) {
        m_services.messages.postProblem(result.problem);
        return forget();
    }
    if (isFirst) {
        const ScriptBlock& block = m_draft.outline.shots.front();
        m_draft.moment = std::min(block.fadeIn + kFirstMoment, 0.5 * block.seconds);
    }
    m_script = result.script;
    m_problem = result.problem;
    m_isWanted = true;
    m_wantedAt = Window::now();
    m_chosenOf = nullptr;
    noteSettings();
}

void Storyboard::receive(double now) {
    if (!m_isOpen) {
        return;
    }
    if (!isSaved() && !m_draft.isHeld && !m_isFailing) {
        m_exchangeDue = std::min(m_exchangeDue, now);
    }
    if (!m_isExchanging && now >= m_exchangeDue) {
        m_exchangeDue = now + kLookAgainAfter;
        exchange();
    }
    if (m_isPlaying) {
        play(now);
    } else {
        draw(now);
    }
}

/// Begins the picture of the moment, or shows the one that has come.
void Storyboard::draw(double now) {
    if (m_child) {
        if (const auto ended = m_child->poll()) {
            const ChildProcess child = std::move(*m_child);
            m_child.reset();
            if (ended->isGood()) {
                show(child.output(), m_childSize);
            } else {
                m_drawProblem = child.reason(*ended);
            }
        }
    }
    if (m_isWanted) {
        m_child.reset();  // it draws another moment
    }
    if (!m_isWanted || m_script == nullptr || !isSaved() || m_isChecking || now < m_wantedAt + kDrawAfter) {
        return;
    }
    m_drawProblem.clear();
    m_isWanted = false;
    m_childSize = pictureSize(*m_script);
    m_aspect = static_cast<float>(m_childSize.width) / static_cast<float>(m_childSize.height);
    const double last = std::max(0.0, m_draft.outline.seconds() - kLastMoment);
    std::vector<std::string> words{programFile().string(),
                                   "render",
                                   m_file.string(),
                                   "-o",
                                   "-",
                                   "--at",
                                   fmt::format("{:.3f}", std::min(m_draft.moment, last)),
                                   "--size",
                                   fmt::format("{}x{}", m_childSize.width, m_childSize.height),
                                   "--quality",
                                   "low",
                                   "--shutter",
                                   "0"};
    for (std::string& word : renderArguments(m_services.options)) {
        words.push_back(std::move(word));
    }
    auto child = ChildProcess::start(std::move(words), 0.0);
    if (child) {
        m_child.emplace(std::move(*child));
    } else {
        m_drawProblem = child.problem().text;
    }
}

void Storyboard::show(const std::string& png, const ImageSize& size) {
    if (const auto image = decodePng(png, size.width, size.height)) {
        m_pictures.put(kMomentPicture, *image);
    }
}

/// The flock of a shot; none while the script is not right.
Storyboard::Flock Storyboard::flockOf(std::size_t shot) const {
    if (m_script == nullptr || shot >= m_script->shots.size()) {
        return {};
    }
    while (shot > 0 && !m_script->shots[shot].document) {
        --shot;
    }
    const OpenedDocument& document = m_script->shots[shot].document->document;
    return {&sceneOf(document), std::holds_alternative<Take>(document)};
}

void Storyboard::noteSettings() {
    m_settings.clear();
    m_settingsOf = m_draft.shot;
    const Flock flock = flockOf(m_draft.shot);
    if (flock.scene == nullptr || flock.isReplayed) {
        return;
    }
    Scene scene = *flock.scene;
    const SectionIndex sections = sectionIndex(scene.sections());
    for (RuleSlider& slider : ruleSlidersOf(scene, scene)) {
        // As short as the script may have it.
        const std::size_t dot = slider.key.rfind('.', slider.key.rfind('.') - 1);
        const std::string brief = dot == std::string::npos ? slider.key : slider.key.substr(dot + 1);
        slider.key = fullKey(scene, sections, brief) == slider.key ? brief : slider.key;
        m_settings.push_back(std::move(slider));
    }
}

/// Finds the slider of the chosen mark, if that has changed.
void Storyboard::noteChosen(const Flock& flock) {
    const bool isSetting = m_draft.mark && m_draft.mark->kind == ScriptMark::Kind::setting;
    const std::string name = isSetting ? m_draft.mark->name : std::string();
    if (m_chosenName == name && m_chosenOf == flock.scene) {
        return;
    }
    m_chosenName = name;
    m_chosenOf = flock.scene;
    m_chosen.reset();
    if (flock.scene != nullptr && isSetting) {
        Scene scene = *flock.scene;
        const SectionIndex sections = sectionIndex(scene.sections());
        m_chosen = sliderOf(scene, *flock.scene, fullKey(scene, sections, name).value_or(name));
    }
}

void Storyboard::build(const BuildFrame& frame) {
    if (!m_isOpen || m_draft.outline.shots.empty()) {
        return;
    }
    if (m_settingsOf != m_draft.shot) {
        noteSettings();
    }
    const Flock flock = flockOf(m_draft.shot);
    noteChosen(flock);
    const FrameLayout& layout = m_services.layout;
    const float margin = frame.context.px(kBoardMargin);
    const std::string before = m_draft.text;
    const double moment = m_draft.moment;
    m_panel.build(
        frame.context,
        {.name = m_file.filename().string(),
         .problem = m_problem.empty() ? m_drawProblem : m_problem,
         .recent = m_recent,
         .picture = m_pictures.of(kMomentPicture),
         .aspect = m_aspect,
         .isDrawing = m_isPlaying ? m_isHeldUp : m_child.has_value() || (m_isWanted && m_problem.empty()),
         .presets = m_services.presets.items(),
         .windowView = windowView(),
         .settings = m_settings,
         .chosenSetting = m_chosen,
         .isReplayed = flock.isReplayed,
         .left = std::max(layout.textLeft, margin),
         .right = layout.textRight - margin,
         .bottom = layout.height() - layout.coveredBelow + layout.drawerHeight - margin},
        m_draft, frame.commands);
    if (std::exchange(m_draft.isRefused, false)) {
        m_services.messages.postProblem(
            fmt::format("This cannot be changed here: change it in {}", m_file.string()));
    }
    if (m_draft.text != before && !m_isNoted) {
        note(before);
    }
    // All that one drag changes, or the typing into one field, is taken back at once.
    m_isNoted = m_draft.isHeld && (m_isNoted || m_draft.text != before);
    if (m_draft.moment != moment && !m_isPlaying) {
        m_isWanted = true;
        m_wantedAt = Window::now();
    }
}

void Storyboard::probe(nlohmann::ordered_json& json) const {
    json["storyboard"] = {{"file", m_isOpen ? m_file.string() : std::string()},
                          {"shots", m_draft.outline.shots.size()},
                          {"marks", m_draft.outline.marks.size()},
                          {"moment", m_draft.moment},
                          {"playing", m_isPlaying},
                          {"problem", m_problem.empty() ? m_drawProblem : m_problem},
                          {"saved", isSaved() && !m_isChecking},
                          {"picture", m_pictures.count() > 0 && !m_child && !m_isWanted}};
}

}  // namespace shoal
