#include "ui/panel/panel.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ui/layout/panel_edge.hpp"
#include "ui/layout/panel_look.hpp"
#include "ui/sliders/tunable_row.hpp"
#include "ui/widgets/keyboard.hpp"
#include "ui/widgets/theme.hpp"

namespace shoal {

namespace {

constexpr ImGuiWindowFlags kWindowFlags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
    ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;
// No warning above this fraction of real time: on a busy machine, a step is occasionally late.
constexpr float kKeepsUp = 0.95f;
// Fraction of the view that the panel may cover.
constexpr float kMaxOfView = 0.75f;

/// Returns the path of the object that a tunable belongs to; empty if it belongs to none.
std::optional<std::string> objectOf(const std::vector<Section>& sections, const std::string& key) {
    const auto found = std::ranges::find_if(sections, [&](const Section& section) {
        return section.isRemovable && key.starts_with(section.path + ".");
    });
    return found == sections.end() ? std::nullopt : std::optional(found->path);
}

}  // namespace

float Panel::width(float scale, float viewWidth) const {
    return std::min(m_layout.width * scale, kMaxOfView * viewWidth);
}

PanelShown Panel::build(const PanelInput& input, WidgetContext context, Commands& commands) {
    if (context.probe != nullptr) {
        context.probe->beginFrame();
    }
    m_view.refresh(*input.scene, *input.loaded, input.revision, input.camera, input.isCameraTurning);
    m_speciesIndex =
        std::clamp(m_speciesIndex, 0, std::max(0, static_cast<int>(input.scene->species.size()) - 1));

    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float wide = width(context.scale, display.x);
    context.folds = &m_layout.folds;
    context.panelWidth = wide / context.scale;
    Commands own;
    std::vector<Edit> edits;
    PanelShown shown;
    PanelFrame frame{context, input, m_view, own, edits, shown, m_perception, m_highlight, m_cards};
    m_highlight.left = std::max(0.0f, m_highlight.left - ImGui::GetIO().DeltaTime);
    m_highlight.isNew = m_highlight.isNew && m_highlight.left > 0.0f;
    if (m_highlight.isNew) {
        unfold(m_highlight.key);
        if (auto object = objectOf(m_view.sections(), m_highlight.key)) {
            own.push_back(Select{std::move(*object)});
        }
    }
    ImGui::SetNextWindowPos({0.0f, 0.0f});
    ImGui::SetNextWindowSize({wide, display.y});
    ImGui::Begin("panel", nullptr, kWindowFlags);
    const float footer = ImGui::GetFrameHeight() + context.px(2 * theme::kGrid);
    const bool hasKeyboard = input.hasKeyboard;
    ImGui::BeginChild("sections", {0.0f, -footer}, false,
                      hasKeyboard ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoNav);
    if (hasKeyboard && !m_hadKeyboard) {
        takeKeyboardHere();
    }
    m_hadKeyboard = hasKeyboard;
    buildPreset(frame);
    buildTransport(frame);
    buildMorph(frame);
    buildFollowing(frame);
    buildObjects(frame);
    buildRules(frame);
    buildExplore(frame);
    buildPad(frame);
    buildPopulation(frame);
    buildTime(frame);
    buildRuleGroup(frame, "Flight", true);
    buildRest(frame);
    buildCapture(frame);
    buildTakes(frame);
    buildMeasures(frame);
    buildPanelLook(context, m_layout.look, m_heldLook);
    ImGui::EndChild();
    buildFooter(frame);
    buildPanelEdge(context, m_layout);
    ImGui::End();
    // A full reset says nothing about what the user wants to vary.
    if (edits.size() == 1) {
        m_pad.note(edits);
    }
    buildStrip(frame, wide);
    buildOverwriteQuestion(frame);
    if (!edits.empty()) {
        commands.push_back(
            SetTunables{std::move(edits)});  // of the scene that the other commands may replace
    }
    commands.insert(commands.end(), own.begin(), own.end());
    return shown;
}

void Panel::pointOut(const std::string& key) {
    m_highlight = {key, Highlight::kSeconds, true};
}

/// Opens every fold that hides the row of a tunable, and the tab of its species.
void Panel::unfold(const std::string& key) {
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        const bool isOfSection = key.starts_with(section.path + ".") &&
                                 section.tunables.find(std::string_view(key).substr(section.path.size() + 1));
        if (!isOfSection) {
            continue;
        }
        if (section.rule == nullptr) {
            m_layout.folds[section.path] = true;
            m_layout.folds[section.path + ".body"] = true;
        } else {
            m_layout.folds["card." + section.path] = true;
            m_layout.folds[section.path + ".more"] = true;
        }
        if (section.rule != nullptr && !isCardAtTop(index)) {
            m_layout.folds[section.rule->kind() == RuleKind::limit ? "more.Flight" : "more.Rules"] = true;
        }
        if (section.speciesIndex >= 0 && section.speciesIndex != m_speciesIndex) {
            m_speciesIndex = section.speciesIndex;
            m_isSpeciesChosen = true;
        }
    }
}

bool Panel::isShownSpecies(const Section& section) const {
    return section.speciesIndex == m_speciesIndex;
}

bool Panel::isCardAtTop(std::size_t section) {
    const Section& now = m_view.sections()[section];
    return m_cards.isAtTop(now.path, m_view.loadedSections()[section].rule->isEnabled, now.rule->isEnabled);
}

void Panel::buildRules(PanelFrame& frame) {
    buildSpeciesTabs(frame);
    buildRuleGroup(frame, "Rules", false);
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        if (isShownSpecies(section) && section.rule == nullptr && section.path.ends_with(".perception")) {
            buildFoldingSection(frame, index, false);
        }
    }
}

void Panel::buildMorph(PanelFrame& frame) {
    const MorphInput input{.otherSettings = frame.input.otherSettings,
                           .presets = frame.input.presets,
                           .progress = frame.input.morphProgress};
    if (buildMorphRow(frame.context, input, m_morph)) {
        frame.commands.push_back(Action::morph);
    }
}

void Panel::buildPad(PanelFrame& frame) {
    static const PhaseGrid kNone;
    const PhaseGrid& grid = frame.input.phases != nullptr ? *frame.input.phases : kNone;
    frame.shown.phases =
        m_pad.build(frame.context, m_view, *frame.input.loaded, frame.input.revision, grid, frame.edits);
}

void Panel::buildExplore(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    groupTitle(context, "Explore");
    const float gap = context.px(theme::kGrid);
    const float width = (ImGui::GetContentRegionAvail().x - resetColumn(context) - gap) / 2.0f;
    buildActionButton(frame,
                      {Action::varyALittle, "Vary a little", "button.vary", width,
                       "Moves a third of the rules' sliders a little. Copies of the flock try it first for "
                       "eight seconds: they are taken only if it keeps moving, neither crushed nor "
                       "scattered."});
    ImGui::SameLine(0.0f, gap);
    buildActionButton(frame,
                      {Action::varyMuch, "Surprise me", "button.surprise", width,
                       "Moves all of the rules' sliders. Copies of the flock try up to sixteen settings "
                       "first; the most different one that keeps the flock alive is taken. Ctrl+Z brings "
                       "the former settings back."});
    buildActionButton(
        frame, {Action::sideBySide, frame.input.isSplit ? "Keep B alone###split" : "Side by side###split",
                "button.split", 2.0f * width + gap,
                frame.input.isSplit
                    ? "Ends the comparison; the flock continues with B's settings (Y or Esc)"
                    : "Splits the picture. Left: a copy of the flock with settings A, kept with X or the "
                      "current ones. Right: B, which your changes affect. Both advance together (Y)"});
    if (frame.input.wish != nullptr &&
        foldingHeading(context, "wish", "Settings for a wish", false, false).isOpen) {
        buildWishCard(context, *frame.input.wish, m_wish, frame.commands);
    }
}

void Panel::buildRuleGroup(PanelFrame& frame, const char* title, bool isFlight) {
    groupTitle(frame.context, title);
    std::vector<std::size_t> others;
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        if (section.rule == nullptr || !isShownSpecies(section) ||
            (section.rule->kind() == RuleKind::limit) != isFlight) {
            continue;
        }
        if (isCardAtTop(index)) {
            buildRuleCard(frame, index);
        } else {
            others.push_back(index);
        }
    }
    if (others.empty()) {
        return;
    }
    const auto on = std::count_if(others.begin(), others.end(), [this](std::size_t index) {
        return m_view.sections()[index].rule->isEnabled;
    });
    const std::string heading = on == 0 ? fmt::format("More ({})", others.size())
                                        : fmt::format("More ({}, {} on)", others.size(), on);
    const std::string id = std::string("more.") + title;
    if (foldingHeading(frame.context, id.c_str(), heading, false, false).isOpen) {
        for (const std::size_t index : others) {
            buildRuleCard(frame, index);
        }
    }
}

void Panel::buildView(PanelFrame& frame) {
    const auto views = frame.input.views;
    if (views.empty()) {
        return;
    }
    std::vector<std::string_view> names;
    std::string help = "Where the camera looks from; C chooses the next view.";
    for (const ViewItem& view : views) {
        names.push_back(view.name);
        help += "\n" + std::string(view.name) + ": " + std::string(view.help);
    }
    Parameter choice;
    choice.declared = {.key = "camera", .max = static_cast<double>(names.size()) - 1.0, .help = help};
    choice.declared.choices = names;
    choice.form = Form::choice;
    const TunableRow row{.parameter = choice,
                         .key = "view",
                         .shown = static_cast<double>(frame.input.viewIndex),
                         .isChanged = frame.input.viewIndex != 0,
                         .resetShown = 0.0,
                         .source = {},
                         .mark = nullptr};
    if (const TunableChange change = tunableRow(frame.context, row); change.shown) {
        frame.commands.push_back(SetView{static_cast<std::size_t>(*change.shown)});
    }
}

void Panel::buildRest(PanelFrame& frame) {
    groupTitle(frame.context, "Scene");
    buildView(frame);
    // All sections that belong to no species: world, camera, look and any added later. Tunables fixed while
    // the scene runs have no slider; objects have a group of their own.
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        if (section.speciesIndex < 0 && !section.isFixed && !section.isRemovable) {
            buildFoldingSection(frame, index, false);
        }
    }
}

void Panel::buildCapture(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    groupTitle(context, "Capture");
    const float gap = context.px(theme::kGrid);
    const float width = (ImGui::GetContentRegionAvail().x - resetColumn(context) - gap) / 2.0f;
    buildActionButton(frame, {Action::screenshot, "Picture", "button.picture", width,
                              "Save what you see, without the panel (F12)"});
    ImGui::SameLine(0.0f, gap);
    buildActionButton(frame, {Action::capture, "Film…", "button.capture", width,
                              "Open the capture panel: films, sizes, motion blur; Ctrl+F12 films at once"});
}

void Panel::buildFooter(PanelFrame& frame) {
    const WidgetContext& context = frame.context;
    const Figures& figures = frame.input.figures;
    const bool keepsUp = frame.input.isPaused || figures.realTime >= kKeepsUp;
    ImGui::Dummy({0.0f, context.px(theme::kGrid)});
    ImGui::PushStyleColor(ImGuiCol_Text, keepsUp ? theme::colours().quietText : theme::colours().warning);
    if (!figures.hasTimes) {
        ImGui::Text("%.0f fps", static_cast<double>(figures.framesPerSecond));
    } else if (keepsUp && frame.input.pictureScale < 1.0f) {
        ImGui::Text("%.0f fps · picture at %.0f %%", static_cast<double>(figures.framesPerSecond),
                    static_cast<double>(frame.input.pictureScale) * 100.0);
        tooltip(
            context,
            fmt::format(
                "At full size a picture takes longer than 40 ms; a step of the flock takes {:.1f} ms. The "
                "section Look has a switch for this, Smaller when slow.",
                figures.step.total() * 1e3));
    } else if (keepsUp) {
        ImGui::Text("%.0f fps · step %.1f ms", static_cast<double>(figures.framesPerSecond),
                    figures.step.total() * 1e3);
    } else {
        ImGui::Text("Slower than real time: %.0f %%", static_cast<double>(figures.realTime) * 100.0);
        tooltip(context,
                fmt::format("A step takes {:.0f} ms, but real time needs {} a second. Fewer boids, a shorter "
                            "perception radius or fewer candidates (Max candidates) make it faster.",
                            figures.step.total() * 1e3, frame.input.scene->time.stepsPerSecond()));
    }
    ImGui::PopStyleColor();
    const float gap = context.px(3 * theme::kGrid);
    const float width = ImGui::CalcTextSize("T tour").x + gap + ImGui::CalcTextSize("F1 help").x;
    ImGui::SameLine(ImGui::GetWindowWidth() - width - ImGui::GetStyle().WindowPadding.x);
    ImGui::TextDisabled("T tour");
    if (ImGui::IsItemClicked()) {
        frame.commands.push_back(Action::tour);
    }
    context.note("button.tour");
    tooltip(context, "Take the tour: five experiments of a minute each. Your scene comes back afterwards");
    ImGui::SameLine(0.0f, gap);
    ImGui::TextDisabled("F1 help");
    if (ImGui::IsItemClicked()) {
        frame.commands.push_back(Action::help);
    }
    context.note("button.help");
}

}  // namespace shoal
