#include "viewer/storyboard/storyboard_panel.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cfloat>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include "render/camera/camera_views.hpp"
#include "sim/text/toml_text.hpp"
#include "ui/text/cut_text.hpp"
#include "ui/widgets/icons.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/storyboard/lanes.hpp"
#include "viewer/time/timeline.hpp"
#include "viewer/tunables/tunable_row.hpp"

namespace shoal {

namespace {

using Kind = ScriptMark::Kind;

// Sizes at scale 1 [px].
constexpr float kBoardPadding = 12.0f;
constexpr float kNameWidth = 130.0f;
constexpr float kFullWidth = 820.0f;  // of the whole head
constexpr float kMaxBoardWidth = 1100.0f;
constexpr float kPictureHeight = 118.0f;  // at least, and …
constexpr float kMaxPictureHeight = 176.0f;
constexpr float kRowNames = 132.0f;  // of the rows, at their left
constexpr float kRuler = 18.0f;
constexpr float kShotHeight = 34.0f;
constexpr float kLaneHeight = 22.0f;
constexpr float kMarkRadius = 5.0f;
constexpr float kEndGrip = 5.0f;     // half the width of what drags a block's end
constexpr float kRightEdge = 20.0f;  // behind the film's end
constexpr float kDetailWidth = 220.0f;
constexpr float kMinTick = 46.0f;

// [s]
constexpr double kSecondsGrid = 0.05;
constexpr double kNewShot = 5.0;
constexpr double kNewMove = 2.0;
constexpr double kNewWords = 2.5;
constexpr double kMinShot = 0.2;

double onGrid(double seconds) {
    return std::round(seconds / kSecondsGrid) * kSecondsGrid;
}

/// The numbers of a shot that its rows change.
struct ShotValues {
    float seconds = 5.0f;
    float dissolve = 0.0f;
    float fadeIn = 0.0f;
    float fadeOut = 0.0f;

    static constexpr std::array parameters{
        parameter<&ShotValues::seconds>("seconds", logarithmic(0.2, 60, "s"), "How long the shot lasts."),
        parameter<&ShotValues::dissolve>("dissolve", linear(0, 3, "s"),
                                         "How long the shot before turns into this one; 0 is a cut."),
        parameter<&ShotValues::fadeIn>("fade_in", linear(0, 3, "s"), "From black, at the shot's start."),
        parameter<&ShotValues::fadeOut>("fade_out", linear(0, 3, "s"), "To black, at the shot's end."),
    };
};

/// The speed of time, as a mark's row changes it.
struct SpeedValue {
    float speed = 1.0f;

    static constexpr std::array parameters{
        parameter<&SpeedValue::speed>("speed", logarithmic(0.05, 50, "×"),
                                      "Seconds of the flock in a second of film."),
    };
};

struct SizeChoice {
    const char* name;
    const char* value;
};
constexpr std::array kFilmSizes{
    SizeChoice{"1280×720", "[1280, 720]"}, SizeChoice{"1920×1080", "[1920, 1080]"},
    SizeChoice{"1080×1920 (upright)", "[1080, 1920]"}, SizeChoice{"1080×1080 (square)", "[1080, 1080]"}};

/// A view's name without its quotes.
std::string plain(const std::string& value) {
    return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

/// The storyboard of one frame.
class Board {
public:
    Board(const WidgetContext& context, const StoryboardInput& input, StoryboardDraft& draft,
          Commands& commands, double shown, double& grip, bool& isTyping)
        : m_context(context),
          m_input(input),
          m_draft(draft),
          m_commands(commands),
          m_shown(std::max(shown, 0.1)),
          m_grip(grip),
          m_isTyping(isTyping),
          m_lanes(lanesOf(draft.outline)) {}

    float lanesHeight() const {
        return m_context.px(kRuler + kShotHeight + kLaneHeight * static_cast<float>(m_lanes.names.size()));
    }

    void build() {
        buildHead();
        ImGui::Dummy({0.0f, 0.0f});
        const ImVec2 start = ImGui::GetCursorScreenPos();
        const float height = std::max(lanesHeight(), m_context.px(kPictureHeight));
        buildPicture(start);
        m_left = start.x + pictureWidth() + m_context.px(kBoardPadding + kRowNames);
        m_right = start.x + ImGui::GetContentRegionAvail().x - m_context.px(kRightEdge);
        m_top = start.y;
        buildRuler();
        buildShots();
        buildMarks();
        drawMoment();
        ImGui::SetCursorScreenPos({start.x, start.y + height + m_context.px(2.0f * theme::kGrid)});
        buildDetails();
    }

private:
    float pictureHeight() const {
        return std::clamp(lanesHeight(), m_context.px(kPictureHeight), m_context.px(kMaxPictureHeight));
    }
    float pictureWidth() const { return pictureHeight() * std::min(m_input.aspect, 16 / 9.f); }
    float x(double filmSeconds) const {
        return m_left + (m_right - m_left) * static_cast<float>(std::clamp(filmSeconds / m_shown, 0.0, 1.0));
    }
    double secondsAt(float x) const {
        return std::max(0.0, static_cast<double>((x - m_left) / (m_right - m_left)) * m_shown);
    }
    double startOf(std::size_t shot) const { return m_draft.outline.shots[shot].start; }

    void change(std::string text) {
        if (text == m_draft.text) {
            return;
        }
        auto outline = outlineOf(text);
        if (!outline || outline->shots.empty()) {
            m_draft.isRefused = true;
            return;
        }
        m_draft.text = std::move(text);
        m_draft.outline = std::move(*outline);
        m_lanes = lanesOf(m_draft.outline);
    }

    /// Adds or removes something: the same text would mean that it cannot.
    void changeSomething(std::string text) {
        m_draft.isRefused = m_draft.isRefused || text == m_draft.text;
        change(std::move(text));
    }

    void choose(std::size_t shot, std::optional<ScriptMark> mark) {
        m_draft.shot = shot;
        m_draft.mark = std::move(mark);
        m_isTyping = m_draft.mark && m_draft.mark->kind == Kind::words;
    }

    void go(double filmSeconds) {
        m_draft.moment = onGrid(std::clamp(filmSeconds, 0.0, m_draft.outline.seconds()));
    }

    // The row of buttons.

    void buildHead() {
        m_isNarrow = ImGui::GetContentRegionAvail().x < m_context.px(kFullWidth);
        buildFile();
        // Additions go into the shot shown, whichever is chosen.
        const std::size_t shown = m_draft.outline.shotAt(m_draft.moment);
        const double at = std::clamp(m_draft.moment - startOf(m_draft.shot), 0.0,
                                     m_draft.outline.shots[m_draft.shot].seconds);
        for (const auto& [key, label, hint] :
             {std::array{"shot", "+ Shot", "Adds a shot behind the chosen one"},
              std::array{"camera", "+ Camera", "Turns the camera to another view from the moment shown on"},
              std::array{"setting", "+ Slider",
                         "Moves a slider, or the speed of time, from the moment shown on"},
              std::array{"words", "+ Words", "Adds a text from the moment shown on"}}) {
            const bool isClicked = ImGui::Button(label);
            if (isClicked || ImGui::IsPopupOpen(key)) {
                m_listAt = ImGui::GetItemRectMin();
            }
            if (isClicked) {
                const bool isMoment = std::string_view(key) != "shot";
                if (isMoment && m_draft.shot != shown) {
                    choose(shown, std::nullopt);
                }
                if (std::string_view(key) == "words") {
                    addWords(std::max(0.0, m_draft.moment - startOf(shown)));
                } else {
                    ImGui::OpenPopup(key);
                }
            }
            m_context.note(fmt::format("storyboard.add.{}", key));
            tooltip(m_context, hint);
            ImGui::SameLine();
        }
        buildAddShot();
        buildAddCamera(at);
        buildAddSetting(at);
        if (!m_isNarrow) {
            buildSize();  // else a key of the file alone
        }
        buildRight();
    }

    /// A button with an arrow, which opens a list.
    bool listButton(const std::string& label, const char* id) const {
        const bool isClicked = ImGui::Button(fmt::format("{}     ###{}", label, id).c_str());
        const ImVec2 max = ImGui::GetItemRectMax();
        drawFoldArrow(m_context, {max.x - m_context.px(14.0f), 0.5f * (ImGui::GetItemRectMin().y + max.y)},
                      true);
        return isClicked;
    }

    /// The script's name, whose list has others.
    void buildFile() {
        // Its end differs from other names of the same day.
        constexpr std::string_view kCut = "…";
        std::string name = m_input.name;
        std::size_t from = 0;
        while (from < m_input.name.size() && ImGui::CalcTextSize(name.c_str()).x > m_context.px(kNameWidth)) {
            do {
                ++from;  // whole characters
            } while (from < m_input.name.size() &&
                     (static_cast<unsigned char>(m_input.name[from]) & 0xc0U) == 0x80U);
            name = std::string(kCut) + m_input.name.substr(from);
        }
        name = m_isNarrow ? std::string(kCut) : name;
        const bool isClicked = listButton(name, "file");
        m_context.note("storyboard.file");
        tooltip(m_context, m_input.name + ": a film script. Click for a new one, or another");
        if (isClicked) {
            ImGui::OpenPopup("file");
        }
        if (ImGui::IsPopupOpen("file")) {
            m_listAt = ImGui::GetItemRectMin();
        }
        ImGui::SameLine();
        if (!beginList("file")) {
            return;
        }
        if (listRow("New storyboard", "new")) {
            m_commands.push_back(Run{"new_storyboard"});
        }
        ImGui::Separator();
        for (const std::filesystem::path& file : m_input.recent) {
            if (listRow(file.filename().string(), file.filename().string(), file.string())) {
                m_commands.push_back(Run{"open_storyboard", {.text = file.string()}});
            }
        }
        ImGui::EndPopup();
    }

    /// A list above the button that opens it, so that the rows stay in view.
    bool beginList(const char* name) const {
        const float gap = m_context.px(theme::kGrid);
        ImGui::SetNextWindowPos({m_listAt.x, m_listAt.y - gap}, ImGuiCond_Always, {0.0f, 1.0f});
        ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {FLT_MAX, std::max(1.0f, m_listAt.y - 3.0f * gap)});
        if (!ImGui::BeginPopup(name)) {
            return false;
        }
        if (m_context.takeEscape()) {
            ImGui::CloseCurrentPopup();
        }
        return true;
    }

    bool listRow(const std::string& label, const std::string& key, const std::string& hint = {}) const {
        ImGui::PushID(key.c_str());
        const bool isChosen = ImGui::Selectable(label.c_str());
        ImGui::PopID();
        m_context.note("storyboard.choice." + key);
        if (!hint.empty()) {
            tooltip(m_context, hint);
        }
        return isChosen;
    }

    void buildAddShot() {
        if (!beginList("shot")) {
            return;
        }
        const auto add = [this](std::string_view preset) {
            changeSomething(withNewShot(m_draft.text, m_draft.shot, preset, kNewShot));
            const std::size_t shot = std::min(m_draft.shot + 1, m_draft.outline.shots.size() - 1);
            choose(shot, std::nullopt);
            go(startOf(shot));
        };
        if (listRow("The same flock goes on", "goes_on", "From another view, or at another speed")) {
            add({});
        }
        ImGui::Separator();
        for (const PresetItem& preset : m_input.presets) {
            if (preset.problem.empty() &&
                listRow(preset.title.empty() ? preset.name : preset.title, preset.name, preset.watch)) {
                add(preset.name);
            }
        }
        ImGui::EndPopup();
    }

    void buildAddCamera(double at) {
        if (!beginList("camera")) {
            return;
        }
        const auto count = [this](Kind kind) {
            return std::ranges::count_if(m_draft.outline.marks, [&](const ScriptMark& each) {
                return each.kind == kind && each.shot == m_draft.shot;
            });
        };
        if (count(Kind::view) > 1) {
            ImGui::TextDisabled("The window's view cannot be mixed with named views");
        } else if (listRow(
                       "The window's view", "window",
                       "The film's camera is at this place at this moment, and flies between such places")) {
            addMark({.kind = Kind::key, .seconds = at, .value = m_input.windowView});
        }
        ImGui::Separator();
        if (count(Kind::key) > 0) {
            ImGui::TextDisabled("Named views cannot be mixed with it");
            ImGui::EndPopup();
            return;
        }
        for (const CameraView& view : sceneViews()) {
            if (listRow(std::string(view.name), std::string(view.name), std::string(view.help))) {
                addMark({.kind = Kind::view, .seconds = at, .value = tomlText(view.name)});
            }
        }
        ImGui::EndPopup();
    }

    /// Adds two marks, so that the change is visible at once; one if the setting moves already.
    void addMove(ScriptMark mark, double at, double from, double to) {
        const double length = m_draft.outline.shots[m_draft.shot].seconds;
        bool hasAny = false;
        for (const ScriptMark& each : m_draft.outline.marks) {
            // "species.fish.cohesion.weight" is "cohesion.weight".
            if (each.kind == mark.kind && each.shot == m_draft.shot &&
                (each.name == mark.name || each.name.ends_with("." + mark.name) ||
                 mark.name.ends_with("." + each.name))) {
                mark.name = each.name;
                hasAny = true;
            }
        }
        if (!hasAny && at + kSecondsGrid < length) {
            mark.seconds = at;
            mark.value = fmt::format("{:.6g}", from);
            addMark(mark);
            mark.seconds = std::min(at + kNewMove, length);
        } else {
            mark.seconds = at;
        }
        mark.value = fmt::format("{:.6g}", to);
        addMark(mark);
    }

    void buildAddSetting(double at) {
        if (!beginList("setting")) {
            return;
        }
        if (listRow("Speed of time", "speed", "Slow motion or time lapse")) {
            addMove({.kind = Kind::speed}, at, 1.0, 0.25);
        }
        ImGui::Separator();
        for (const RuleSlider& slider : m_input.settings) {
            if (listRow(slider.name, slider.key)) {
                const double twice = slider.shown > 0.0 ? 2.0 * slider.shown : 1.0;
                const bool fits = twice <= slider.parameter.declared.max;
                addMove({.kind = Kind::setting, .name = slider.key}, at, slider.shown,
                        fits ? twice : 0.5 * slider.shown);
            }
        }
        if (m_input.isReplayed) {
            ImGui::TextDisabled("A take replays recorded motion: its sliders cannot change");
        }
        ImGui::EndPopup();
    }

    void addWords(double at) {
        const double length = m_draft.outline.shots[m_draft.shot].seconds;
        addMark({.kind = Kind::words,
                 .seconds = std::min(at, std::max(0.0, length - 10.0 * kSecondsGrid)),
                 .until = std::min(at + kNewWords, length),
                 .value = "Your words"});
    }

    void addMark(ScriptMark mark) {
        mark.shot = m_draft.shot;
        mark.seconds = std::clamp(onGrid(mark.seconds), 0.0, m_draft.outline.shots[mark.shot].seconds);
        changeSomething(withNewMark(m_draft.text, mark));
        // It has got its index.
        for (const ScriptMark& each : m_draft.outline.marks) {
            if (each.kind == mark.kind && each.shot == mark.shot && each.name == mark.name &&
                std::abs(each.seconds - mark.seconds) < 0.5 * kSecondsGrid &&
                (mark.kind != Kind::words || each.value == mark.value)) {
                choose(mark.shot, each);
            }
        }
    }

    void buildSize() {
        std::string shown = m_draft.outline.size.empty() ? kFilmSizes[0].name : m_draft.outline.size;
        for (const SizeChoice& choice : kFilmSizes) {
            if (m_draft.outline.size == choice.value) {
                shown = choice.name;
            }
        }
        const bool isClicked = listButton(shown, "size");
        if (isClicked) {
            ImGui::OpenPopup("size");
        }
        if (ImGui::IsPopupOpen("size")) {
            m_listAt = ImGui::GetItemRectMin();
        }
        m_context.note("storyboard.size");
        tooltip(m_context, "The film's width and height in pixels");
        if (beginList("size")) {
            for (const SizeChoice& choice : kFilmSizes) {
                if (listRow(choice.name, choice.name)) {
                    change(withHeadKey(m_draft.text, "size", choice.value));
                }
            }
            ImGui::EndPopup();
        }
    }

    void buildRight() {
        const float side = ImGui::GetFrameHeight();
        const float gap = ImGui::GetStyle().ItemSpacing.x;
        const char* const make = m_isNarrow ? "Film###film" : "Make the film###film";
        const float film =
            ImGui::CalcTextSize(make, nullptr, true).x + 2.0f * ImGui::GetStyle().FramePadding.x;
        const std::string times = m_isNarrow ? ""
                                             : fmt::format("{} / {}", clockText(m_draft.moment),
                                                           clockText(m_draft.outline.seconds()));
        ImGui::SameLine(std::max(ImGui::GetCursorPosX(), ImGui::GetContentRegionMax().x - 3.0f * side - film -
                                                             4.0f * gap -
                                                             ImGui::CalcTextSize(times.c_str()).x));
        const bool isPlaying = m_context.isOn("storyboard_play");
        if (iconButton(m_context, "storyboard.play", isPlaying ? Icon::pause : Icon::play, side,
                       {.isPossible = isPlaying || m_context.isPossible("storyboard_play")},
                       isPlaying ? "Stop here" : "Play the film from the line on, small, as it is drawn")) {
            m_commands.push_back(Run{"storyboard_play"});
        }
        ImGui::SameLine(0.0f, gap);
        if (!m_isNarrow) {
            ImGui::TextUnformatted(times.c_str());
            m_context.note("storyboard.times");
            ImGui::SameLine(0.0f, gap);
        }
        if (iconButton(m_context, "storyboard.undo", Icon::undo, side,
                       {.isPossible = m_context.isPossible("storyboard_undo")},
                       "Take back the last change of the script")) {
            m_commands.push_back(Run{"storyboard_undo"});
        }
        ImGui::SameLine(0.0f, gap);
        ImGui::BeginDisabled(!m_context.isPossible("storyboard_film"));
        ImGui::PushStyleColor(ImGuiCol_Button, theme::withAlpha(theme::colours().accent, 0.6f));
        const bool isMade = ImGui::Button(make);
        ImGui::PopStyleColor();
        if (isMade) {
            m_commands.push_back(Run{"storyboard_film"});
        }
        ImGui::EndDisabled();
        m_context.note("storyboard.film");
        tooltip(m_context, fmt::format("Makes the film of {} in the background", m_input.name));
        ImGui::SameLine(0.0f, gap);
        if (iconButton(m_context, "storyboard.close", Icon::close, side, {.isQuiet = true},
                       fmt::format("Close; everything is in {}", m_input.name))) {
            m_commands.push_back(Run{"storyboard"});
        }
    }

    // The picture and the rows along the seconds.

    void buildPicture(const ImVec2& min) const {
        const float width = pictureWidth();
        const ImVec2 size{width, width / m_input.aspect};
        const ImVec2 at{min.x, min.y + 0.5f * (pictureHeight() - size.y)};
        const ImVec2 end{at.x + size.x, at.y + size.y};
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.AddRectFilled(at, end, theme::packed(theme::colours().frame), m_context.px(theme::kCorner));
        if (m_input.picture != ImTextureID{}) {
            list.AddImageRounded(m_input.picture, at, end, {0.0f, 0.0f}, {1.0f, 1.0f}, IM_COL32_WHITE,
                                 m_context.px(theme::kCorner));
        }
        const char* const words = "drawing …";
        const ImVec2 text = ImGui::CalcTextSize(words);
        if (m_input.isDrawing && text.x + m_context.px(12.0f) < size.x) {
            const ImVec2 corner{end.x - text.x - m_context.px(8.0f), end.y - text.y - m_context.px(5.0f)};
            list.AddRectFilled(
                {corner.x - m_context.px(4.0f), corner.y - m_context.px(2.0f)},
                {corner.x + text.x + m_context.px(4.0f), corner.y + text.y + m_context.px(2.0f)},
                theme::packed(theme::withAlpha(theme::colours().panel, 0.85f)), m_context.px(theme::kCorner));
            list.AddText(corner, theme::packed(theme::colours().text), words);
        }
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy(size);
        m_context.note("storyboard.picture");
        if (!m_input.problem.empty()) {
            const float inset = m_context.px(8.0f);
            const ImVec4 clip{at.x + inset, at.y + inset, end.x - inset, end.y - inset};
            list.AddRectFilled(at, end, theme::packed(theme::withAlpha(theme::colours().panel, 0.85f)),
                               m_context.px(theme::kCorner));
            list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {clip.x, clip.y},
                         theme::packed(theme::colours().warning), m_input.problem.c_str(), nullptr,
                         clip.z - clip.x, &clip);
            m_context.note("storyboard.problem");
            tooltip(m_context, m_input.problem);
        }
    }

    void drawRowName(const std::string& name, float top, float height) const {
        const ImVec2 size = ImGui::CalcTextSize(name.c_str());
        const float width = m_context.px(kRowNames - 10.0f);
        const float at = m_left - m_context.px(kRowNames);
        ImGui::GetWindowDrawList()->AddText({at, top + 0.5f * (height - size.y)},
                                            theme::packed(theme::colours().quietText),
                                            cutToFit(name, width).c_str());
    }

    /// Takes the mouse in a rectangle. Returns the moment [s of the film] to which it is
    /// dragged.
    std::optional<double> dragged(const char* id, float left, float right, float top, float height,
                                  double from) {
        ImGui::SetCursorScreenPos({left, top});
        ImGui::InvisibleButton(id, {std::max(right - left, 1.0f), height});
        const double mouse = secondsAt(ImGui::GetIO().MousePos.x);
        if (ImGui::IsItemActivated()) {
            m_grip = from - mouse;
        }
        m_draft.isHeld = m_draft.isHeld || ImGui::IsItemActive();
        return ImGui::IsItemActive() && ImGui::IsMouseDragging(0, m_context.px(2.0f))
                   ? std::optional(mouse + m_grip)
                   : std::nullopt;
    }

    void buildRuler() {
        const float height = m_context.px(kRuler);
        drawRowName("Seconds", m_top, height);
        const double least = m_shown * static_cast<double>(m_context.px(kMinTick) / (m_right - m_left));
        double tick = 0.5;
        for (const double each : {1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0}) {
            tick = tick < least ? each : tick;
        }
        ImDrawList& list = *ImGui::GetWindowDrawList();
        for (double at = 0.0; at <= m_shown + 1e-6; at += tick) {
            list.AddLine({x(at), m_top + 0.6f * height}, {x(at), m_top + height},
                         theme::packed(theme::colours().quietText));
            const std::string label = fmt::format("{:g}", at);
            list.AddText({x(at) + m_context.px(3.0f), m_top}, theme::packed(theme::colours().quietText),
                         label.c_str());
        }
        ImGui::SetCursorScreenPos({m_left, m_top});
        ImGui::InvisibleButton("ruler", {m_right - m_left, height});
        if (ImGui::IsItemActive()) {
            go(secondsAt(ImGui::GetIO().MousePos.x));
            choose(m_draft.outline.shotAt(m_draft.moment), std::nullopt);
            m_draft.isHeld = true;
        }
        m_context.note("storyboard.ruler");
        tooltip(m_context, "Shows the film's picture at this moment");
    }

    void buildShots() {
        const float top = m_top + m_context.px(kRuler);
        const float height = m_context.px(kShotHeight);
        drawRowName("Shots", top, height);
        for (std::size_t i = 0; i < m_draft.outline.shots.size(); ++i) {
            const ScriptBlock block = m_draft.outline.shots[i];
            const float left = x(block.start);
            const float right = x(block.start + block.seconds);
            const float edge = m_context.px(kEndGrip);
            ImGui::PushID(fmt::format("shot {}", i).c_str());
            // The end comes first: it lies over the block.
            const auto end = dragged("end", right - edge, right + edge, top, height, block.seconds);
            m_context.note(fmt::format("storyboard.shot.{}.end", i));
            const bool isEnd = ImGui::IsItemHovered() || ImGui::IsItemActive();
            if (isEnd) {
                ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
            }
            tooltip(m_context, "Drag: how long the shot lasts");
            ImGui::SetCursorScreenPos({left, top});
            if (ImGui::InvisibleButton("block", {std::max(right - left - edge, 1.0f), height})) {
                choose(i, std::nullopt);
                go(secondsAt(ImGui::GetIO().MousePos.x));
            }
            m_context.note(fmt::format("storyboard.shot.{}", i));
            const bool isChosen = m_draft.shot == i;
            drawBlock(i, left, right, top, height, isChosen, isEnd);
            ImGui::PopID();
            if (end) {
                choose(i, std::nullopt);
                change(withShotKey(m_draft.text, i, "seconds",
                                   scriptNumber(std::max({onGrid(*end), kMinShot, lastMark(i)}))));
            }
        }
    }

    /// The latest moment in a shot that has a mark.
    double lastMark(std::size_t shot) const {
        double last = 0.0;
        for (const ScriptMark& mark : m_draft.outline.marks) {
            const double own = mark.seconds + (mark.kind == Kind::words ? kSecondsGrid : 0.0);
            last = mark.shot == shot ? std::max(last, own) : last;
        }
        return last;
    }

    /// As the lists call it.
    std::string titleOf(const ScriptBlock& block) const {
        const auto found = std::ranges::find(m_input.presets, block.title, &PresetItem::name);
        return block.title.empty() ? "goes on"
               : found != m_input.presets.end() && !found->title.empty()
                   ? found->title
                   : std::filesystem::path(block.title).filename().string();
    }

    void drawBlock(std::size_t shot, float left, float right, float top, float height, bool isChosen,
                   bool isEnd) const {
        const ScriptBlock& block = m_draft.outline.shots[shot];
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float gap = m_context.px(1.0f);
        const float corner = m_context.px(theme::kCorner);
        const ImVec2 min{left + gap, top + gap};
        const ImVec2 max{std::max(right - gap, left + 2.0f * gap), top + height - gap};
        list.AddRectFilled(min, max,
                           theme::packed(isChosen ? theme::withAlpha(theme::colours().accent, theme::kFill)
                                                  : theme::colours().frame),
                           corner);
        // The dissolve from the shot before, or the fade from black, and the fade to black.
        const ImU32 passage = theme::packed(theme::withAlpha(theme::colours().accent, 0.5f));
        const double opening = std::max(block.dissolve, block.fadeIn);
        if (opening > 0.0) {
            list.AddTriangleFilled({min.x, max.y}, {x(block.start + opening), min.y}, min, passage);
        }
        if (block.fadeOut > 0.0) {
            list.AddTriangleFilled(max, {max.x, min.y},
                                   {x(block.start + block.seconds - block.fadeOut), min.y}, passage);
        }
        if (isChosen || isEnd) {
            list.AddRect(min, max, theme::packed(theme::colours().accent), corner, 0, m_context.px(1.5f));
        }
        const std::string name = fmt::format("{} · {}", shot + 1, titleOf(block));
        const float inset = m_context.px(8.0f);
        const float line = ImGui::GetFontSize();
        if (max.x - min.x > 3.0f * inset) {
            const float after = std::max(inset, x(block.start + opening) - left);
            const std::string cut = cutToFit(name, max.x - min.x - after - inset);
            list.AddText({min.x + after, top + 0.5f * (height - line)}, theme::packed(theme::colours().text),
                         cut.c_str());
        }
    }

    float laneTop(std::size_t lane) const {
        return m_top + m_context.px(kRuler + kShotHeight + kLaneHeight * static_cast<float>(lane));
    }

    void buildMarks() {
        const float height = m_context.px(kLaneHeight);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        for (std::size_t lane = 0; lane < m_lanes.names.size(); ++lane) {
            const float middle = laneTop(lane) + 0.5f * height;
            drawRowName(m_lanes.names[lane], laneTop(lane), height);
            if (lane >= m_lanes.firstWords) {
                continue;
            }
            list.AddLine({m_left, middle}, {m_right, middle}, theme::packed(theme::colours().frameHovered));
        }
        const std::vector<ScriptMark> marks = m_draft.outline.marks;
        const std::vector<std::size_t> lanes = m_lanes.ofMarks;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            ImGui::PushID(fmt::format("mark {}", i).c_str());
            if (marks[i].kind == Kind::words) {
                buildWords(marks[i], i, laneTop(lanes[i]));
            } else {
                float room = m_right - x(startOf(marks[i].shot) + marks[i].seconds);
                for (std::size_t other = 0; other < marks.size(); ++other) {
                    const double apart = startOf(marks[other].shot) + marks[other].seconds -
                                         startOf(marks[i].shot) - marks[i].seconds;
                    if (lanes[other] == lanes[i] && apart > 0.0) {
                        room = std::min(room, x(apart) - m_left);
                    }
                }
                buildMark(marks[i], i, laneTop(lanes[i]), room);
            }
            ImGui::PopID();
        }
    }

    bool isChosen(const ScriptMark& mark) const { return m_draft.mark && m_draft.mark->isSame(mark); }

    /// Between its neighbours of the same row.
    double withinNeighbours(const ScriptMark& mark, double seconds) const {
        double least = 0.0;
        double most = m_draft.outline.shots[mark.shot].seconds;
        for (const ScriptMark& each : m_draft.outline.marks) {
            if (each.kind == mark.kind && each.shot == mark.shot && each.name == mark.name) {
                least = each.index + 1 == mark.index ? each.seconds + kSecondsGrid : least;
                most = each.index == mark.index + 1 ? each.seconds - kSecondsGrid : most;
            }
        }
        return std::clamp(onGrid(seconds), least, std::max(least, most));
    }

    void moveTo(ScriptMark mark) {
        change(withMark(m_draft.text, mark));
        choose(mark.shot, mark);
        m_isTyping = false;
    }

    /// `room` [px]: as far as the next mark of the row.
    void buildMark(ScriptMark mark, std::size_t number, float top, float room) {
        const float height = m_context.px(kLaneHeight);
        const float at = x(startOf(mark.shot) + mark.seconds);
        const float radius = m_context.px(kMarkRadius);
        const auto to = dragged("mark", at - 1.4f * radius, at + 1.4f * radius, top, height,
                                startOf(mark.shot) + mark.seconds);
        m_context.note(fmt::format("storyboard.mark.{}", number));
        const bool isHovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
        if (ImGui::IsItemActivated()) {
            choose(mark.shot, mark);
            go(startOf(mark.shot) + mark.seconds);
        }
        tooltip(m_context, fmt::format("{}: {}{}", rowName(mark),
                                       mark.kind == Kind::key ? "flies through here" : plain(mark.value),
                                       mark.canMove ? ". Drag: when" : ", for the whole shot"));
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 middle{at, top + 0.5f * height};
        const float size = isHovered || isChosen(mark) ? 1.25f * radius : radius;
        list.AddQuadFilled({middle.x - size, middle.y}, {middle.x, middle.y - size},
                           {middle.x + size, middle.y}, {middle.x, middle.y + size},
                           theme::packed(isChosen(mark) ? theme::colours().accent : theme::colours().text));
        room -= m_context.px(3.5f * kMarkRadius);
        if (room > m_context.px(18.0f)) {
            const std::string words =
                cutToFit(plain(mark.value) + (mark.kind == Kind::speed ? "×" : ""), room);
            list.AddText({at + m_context.px(2.0f * kMarkRadius), middle.y - 0.5f * ImGui::GetFontSize()},
                         theme::packed(theme::colours().text), words.c_str());
        }
        if (to && mark.canMove) {
            mark.seconds = withinNeighbours(mark, *to - startOf(mark.shot));
            moveTo(mark);
            go(startOf(mark.shot) + mark.seconds);
        }
    }

    void buildWords(ScriptMark mark, std::size_t number, float top) {
        const float height = m_context.px(kLaneHeight);
        const double start = startOf(mark.shot);
        const double length = m_draft.outline.shots[mark.shot].seconds;
        const float left = x(start + mark.seconds);
        const float right = std::max(x(start + mark.until), left + m_context.px(6.0f));
        const float edge = m_context.px(kEndGrip);
        const auto end = dragged("end", right - edge, right + edge, top, height, start + mark.until);
        m_context.note(fmt::format("storyboard.mark.{}.end", number));
        if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        }
        const auto to =
            dragged("words", left, std::max(right - edge, left + 1.0f), top, height, start + mark.seconds);
        m_context.note(fmt::format("storyboard.mark.{}", number));
        const bool isHovered = ImGui::IsItemHovered();
        if (ImGui::IsItemActivated()) {
            choose(mark.shot, mark);
            go(start + mark.seconds);
            m_isTyping = false;
        }
        tooltip(m_context, mark.value + "\nDrag: when; drag the right end: how long");
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 min{left, top + m_context.px(2.0f)};
        const ImVec2 max{right - m_context.px(2.0f), top + height - m_context.px(2.0f)};
        const theme::Colour fill = theme::withAlpha(theme::colours().text, isHovered ? 0.24f : 0.14f);
        list.AddRectFilled(
            min, max,
            theme::packed(isChosen(mark) ? theme::withAlpha(theme::colours().accent, theme::kFill) : fill),
            m_context.px(theme::kGrid));
        if (isChosen(mark)) {
            list.AddRect(min, max, theme::packed(theme::colours().accent), m_context.px(theme::kGrid));
        }
        std::string line = mark.value.substr(0, mark.value.find('\n'));
        const std::string cut = cutToFit(line, right - left - m_context.px(8.0f));
        list.AddText({left + m_context.px(4.0f), top + 0.5f * (height - ImGui::GetFontSize())},
                     theme::packed(theme::colours().text), cut.c_str());
        if (end) {
            mark.until = std::clamp(onGrid(*end - start), mark.seconds + 4.0 * kSecondsGrid, length);
            moveTo(mark);
        } else if (to) {
            const double lasts = mark.until - mark.seconds;
            mark.seconds = std::clamp(onGrid(*to - start), 0.0, std::max(0.0, length - lasts));
            mark.until = mark.seconds + lasts;
            moveTo(mark);
        }
    }

    void drawMoment() const {
        const float at = x(m_draft.moment);
        ImGui::GetWindowDrawList()->AddLine({at, m_top}, {at, m_top + lanesHeight()},
                                            theme::packed(theme::colours().warning), m_context.px(1.5f));
        // A handle on the ruler.
        const float half = m_context.px(5.0f);
        ImGui::GetWindowDrawList()->AddTriangleFilled({at - half, m_top}, {at + half, m_top},
                                                      {at, m_top + 1.6f * half},
                                                      theme::packed(theme::colours().warning));
    }

    // The chosen shot or mark.

    void buildDetails() {
        if (m_draft.mark) {
            const ScriptMark mark = *m_draft.mark;
            ImGui::PushID(
                fmt::format("{} {} {} {}", static_cast<int>(mark.kind), mark.shot, mark.index, mark.name)
                    .c_str());
            buildMarkDetails(mark);
            ImGui::PopID();
        } else {
            buildShotDetails();
        }
    }

    /// Builds a slider in a place of its own. Returns the value asked for.
    std::optional<double> buildValue(const TunableRow& row) {
        const float width = m_context.px(kDetailWidth);
        const ImVec2 start = ImGui::GetCursorScreenPos();
        ImGui::BeginChild(row.key.c_str(), {width, m_context.px(kSliderHeight)}, false,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
        const TunableChange change = tunableRow(m_context, row);
        ImGui::EndChild();
        ImGui::SameLine();
        ImGui::SetCursorScreenPos({start.x + width + m_context.px(kBoardPadding), start.y});
        m_draft.isHeld = m_draft.isHeld || change.isHeld;
        return change.shown;
    }

    void buildShotDetails() {
        const ScriptBlock block = m_draft.outline.shots[m_draft.shot];
        ShotValues values{.seconds = static_cast<float>(block.seconds),
                          .dissolve = static_cast<float>(block.dissolve),
                          .fadeIn = static_cast<float>(block.fadeIn),
                          .fadeOut = static_cast<float>(block.fadeOut)};
        ShotValues usual;
        const Tunables now{&values, ShotValues::parameters};
        const Tunables atFirst{&usual, ShotValues::parameters};
        const bool isFirst = m_draft.shot == 0;
        const bool isLast = m_draft.shot + 1 == m_draft.outline.shots.size();
        for (std::size_t index = 0; index < now.parameters.size(); ++index) {
            const std::string_view key = now.parameters[index].declared.key;
            if ((key == "dissolve" && isFirst) || (key == "fade_in" && !isFirst) ||
                (key == "fade_out" && !isLast)) {
                continue;
            }
            TunableRow row = settingRow("storyboard", now, atFirst, index);
            row.label = key == "seconds" ? "Length" : "";
            if (const auto shown = buildValue(row)) {
                const double value = key == "seconds"
                                         ? std::max({onGrid(*shown), kMinShot, lastMark(m_draft.shot)})
                                         : onGrid(*shown);
                change(withShotKey(m_draft.text, m_draft.shot, key,
                                   value == 0.0 ? std::string() : scriptNumber(value)));
            }
        }
        if (m_draft.outline.shots.size() > 1) {
            centreInRow();
            buildRemove("Remove the shot", [this] {
                changeSomething(withoutShot(m_draft.text, m_draft.shot));
                choose(std::min(m_draft.shot, m_draft.outline.shots.size() - 1), std::nullopt);
                go(m_draft.moment);
            });
        }
    }

    /// Moves down to where a button's middle is that of a slider's row.
    void centreInRow() const {
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() +
                             0.5f * (m_context.px(kSliderHeight) - ImGui::GetFrameHeight()));
    }

    template <class Remove>
    void buildRemove(const char* label, const Remove& remove) {
        if (ImGui::Button(label)) {
            remove();
        }
        m_context.note("storyboard.remove");
    }

    void buildMarkDetails(ScriptMark mark) {
        const ScriptMark before = mark;
        if (mark.kind == Kind::words) {
            centreInRow();
            buildTyping(mark);
        } else if (mark.kind == Kind::view) {
            centreInRow();
            buildViewChoice(mark);
        } else if (mark.kind == Kind::speed) {
            SpeedValue value{static_cast<float>(std::atof(mark.value.c_str()))};
            SpeedValue usual;
            const Tunables now{&value, SpeedValue::parameters};
            if (const auto shown =
                    buildValue(settingRow("storyboard", now, {&usual, SpeedValue::parameters}, 0))) {
                mark.value = fmt::format("{:.6g}", *shown);
            }
        } else if (mark.kind == Kind::setting && m_input.chosenSetting) {
            const RuleSlider& slider = *m_input.chosenSetting;
            if (const auto shown = buildValue({.parameter = slider.parameter,
                                               .key = slider.key,
                                               .shown = std::atof(mark.value.c_str()),
                                               .resetShown = slider.shown,
                                               .source = {},
                                               .travel = slider.travel,
                                               .goesBeyond = true,
                                               .label = slider.name})) {
                mark.value = fmt::format("{:.6g}", *shown);
            }
        }
        if (mark.value != before.value || mark.isTitle != before.isTitle) {
            const bool isTyping = m_isTyping;
            moveTo(mark);
            m_isTyping = isTyping;
        }
        if (mark.kind != Kind::words && mark.kind != Kind::view) {
            centreInRow();
        }
        if (mark.kind == Kind::key) {
            if (ImGui::Button("Take the window's view")) {
                mark.value = m_input.windowView;
                addMark(mark);
            }
            m_context.note("storyboard.take_view");
            tooltip(m_context, "Moves the film's camera, at this moment, to where the window's is now");
            ImGui::SameLine();
        }
        buildRemove("Remove", [&] {
            changeSomething(withoutMark(m_draft.text, mark));
            choose(m_draft.shot, std::nullopt);
        });
    }

    void buildTyping(ScriptMark& mark) {
        if (m_isTyping) {
            focusNextField();
            ImGui::SetKeyboardFocusHere();
            m_isTyping = false;
        }
        ImGui::SetNextItemWidth(m_context.px(2.0f * kDetailWidth));
        // One line stands for several, unless the words have a bar of their own.
        const bool hasBars = mark.value.find('|') != std::string::npos;
        std::string words = mark.value;
        std::ranges::replace(words, '\n', hasBars ? ' ' : '|');
        if (ImGui::InputText("##words", &words, ImGuiInputTextFlags_AutoSelectAll) && !words.empty()) {
            if (!hasBars) {
                std::ranges::replace(words, '|', '\n');
            }
            mark.value = words;
        }
        m_draft.isHeld = m_draft.isHeld || ImGui::IsItemActive();
        if (ImGui::IsItemDeactivated() && isKeyPressed(ImGuiKey_Escape, false)) {
            m_context.takeEscape();  // it ends the typing alone
        }
        m_context.note("storyboard.typed");
        tooltip(m_context, "The words of the picture; | begins a new line");
        ImGui::SameLine();
        labelledSwitch(m_context, "storyboard.isTitle", "Title", "Larger, in the picture's middle",
                       mark.isTitle);
        ImGui::SameLine();
    }

    void buildViewChoice(ScriptMark& mark) {
        ImGui::SetNextItemWidth(m_context.px(kDetailWidth));
        const std::string now = plain(mark.value);
        if (ImGui::BeginCombo("##view", now.c_str(), ImGuiComboFlags_HeightLarge)) {
            for (const CameraView& view : sceneViews()) {
                if (ImGui::Selectable(std::string(view.name).c_str(), now == view.name)) {
                    mark.value = tomlText(view.name);
                }
                m_context.note(fmt::format("storyboard.view.{}", view.name));
                tooltip(m_context, std::string(view.help));
            }
            if (m_context.takeEscape()) {
                ImGui::CloseCurrentPopup();
            }
            ImGui::EndCombo();
        } else {
            m_context.note("storyboard.view");
        }
        ImGui::SameLine();
    }

    const WidgetContext& m_context;
    const StoryboardInput& m_input;
    StoryboardDraft& m_draft;
    Commands& m_commands;
    double m_shown;
    double& m_grip;
    bool& m_isTyping;
    BoardLanes m_lanes;   ///< of the outline at the frame's start
    ImVec2 m_listAt;      ///< upper left corner of the button whose list is open
    float m_left = 0.0f;  ///< [px] of the film's start …
    float m_right = 0.0f;
    float m_top = 0.0f;
    bool m_isNarrow = false;  ///< too narrow for the whole head
};

}  // namespace

void StoryboardPanel::build(const WidgetContext& context, const StoryboardInput& input,
                            StoryboardDraft& draft, Commands& commands) {
    const bool wasHeld = draft.isHeld;
    draft.isHeld = false;
    if (!wasHeld || m_shown == 0.0) {
        m_shown = std::max(draft.outline.seconds(), 1.0);
    }
    Board board(context, input, draft, commands, m_shown, m_grip, m_isTyping);
    const float padding = context.px(kBoardPadding);
    // Over the panels if there is not enough space beside them.
    const bool isCramped = input.right - input.left < context.px(kFullWidth) + 2.0f * padding;
    const float view = ImGui::GetIO().DisplaySize.x;
    const float left = isCramped
                           ? std::max(0.0f, std::min(input.left, view - padding - context.px(kFullWidth)))
                           : input.left;
    const float right = isCramped ? view - padding : input.right;
    const float width = std::min(right - left, context.px(kMaxBoardWidth));
    const float height = std::max(board.lanesHeight(), context.px(kPictureHeight)) + ImGui::GetFrameHeight() +
                         context.px(kSliderHeight + 2.0f * theme::kGrid) + 2.0f * padding;
    m_height = height + padding;
    const ImVec2 min{std::floor(left), std::floor(input.bottom - height)};
    drawCardShadow(context, min, {width, height});
    ImGui::SetNextWindowPos(min);
    ImGui::SetNextWindowSize({width, height});
    pushCardStyle(context, kBoardPadding);
    beginKeyboardWindow("storyboard",
                        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing,
                        false);
    popCardStyle();
    board.build();
    ImGui::End();
}

}  // namespace shoal
