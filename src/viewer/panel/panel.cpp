#include "viewer/panel/panel.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "ui/widgets/theme.hpp"
#include "viewer/panel/panel_look.hpp"

namespace shoal {

namespace {

/// Returns the path of the object that a tunable belongs to; empty if it belongs to none.
std::optional<std::string> objectOf(const std::vector<Section>& sections, const std::string& key) {
    const auto found = std::ranges::find_if(sections, [&](const Section& section) {
        return section.isRemovable && key.starts_with(section.path + ".");
    });
    return found == sections.end() ? std::nullopt : std::optional(found->path);
}

}  // namespace

PanelShown Panel::build(const PanelInput& input, WidgetContext context, Commands& commands) {
    if (context.probe != nullptr) {
        context.probe->beginFrame();
    }
    m_view.refresh(*input.scene, *input.loaded, input.revision, input.camera, input.isCameraTurning);
    m_speciesIndex =
        std::clamp(m_speciesIndex, 0, std::max(0, static_cast<int>(input.scene->species.size()) - 1));
    if (std::exchange(m_heroesRevision, input.revision) != input.revision) {
        m_heroes = heroesOf(m_view.scene(), m_view.sections());
    }

    const PanelPlace places = place(context.scale, ImGui::GetIO().DisplaySize);
    context.folds = &m_layout.folds;
    context.panelWidth = (places.cardWidth + places.margin) / context.scale;
    Commands own;
    std::vector<Edit> edits;
    bool joinsLast = false;
    PanelShown shown;
    PanelFrame frame{context, input,        m_view,      own,     edits,  joinsLast,
                     shown,   m_perception, m_highlight, m_cards, places, m_other};
    m_highlight.left = std::max(0.0f, m_highlight.left - ImGui::GetIO().DeltaTime);
    m_highlight.isNew = m_highlight.isNew && m_highlight.left > 0.0f;
    if (m_highlight.isNew && isHero(m_highlight.key) && !isSettingsShown()) {
        m_highlight.isNew = false;  // in view on the card
    }
    if (m_highlight.isNew) {
        unfold(m_highlight.key);
        if (auto object = objectOf(m_view.sections(), m_highlight.key)) {
            own.push_back(Run{"select", {.text = std::move(*object)}});
        }
    }
    buildCard(frame);
    buildTools(frame);
    buildSide(frame);
    buildStrip(frame);
    buildFinder(frame);
    buildOverwriteQuestion(frame);
    if (!edits.empty()) {
        commands.push_back(
            SetTunables{std::move(edits), joinsLast});  // of the scene that the other commands may replace
    }
    commands.insert(commands.end(), own.begin(), own.end());
    return shown;
}

bool Panel::isSettingsShown() const {
    const auto fold = m_layout.folds.find(kSettingsFold);
    return fold != m_layout.folds.end() && fold->second;
}

bool Panel::isHero(const std::string& key) const {
    return std::ranges::any_of(m_heroes, [&](const Hero& hero) {
        const Section& section = m_view.sections()[hero.section];
        const Declaration& declared = section.tunables.parameters[hero.parameter].declared;
        return key == fmt::format("{}.{}", section.path, declared.key) ||
               key == fmt::format("{}.{}", section.path, declared.upperLimit.key);
    });
}

/// Builds the list below the card's sliders.
void Panel::buildSettings(PanelFrame& frame) {
    if (std::exchange(m_scrollsToTop, false)) {
        ImGui::SetScrollY(0.0f);
    }
    if (!frame.input.loaded->watch.empty()) {
        buildWatch(frame, 0);
    }
    buildSource(frame);
    if (frame.place.isCompact) {
        buildFollowing(frame);
    }
    buildRules(frame);
    for (Feature* const feature : frame.input.features) {
        feature->buildSettings(frame);
    }
    buildRuleGroup(frame, "Flight", true);
    buildPopulation(frame);
    buildObjects(frame);
    buildRest(frame);
    buildMeasures(frame);
    buildPanelLook(frame.context, m_layout.look, m_heldLook);
    if (std::exchange(m_scrollsToEnd, false)) {
        ImGui::SetScrollHereY(1.0f);
    }
}

void Panel::pointOut(const std::string& key, bool isTyped) {
    m_highlight = {key, Highlight::kSeconds, true, isTyped};
}

/// Opens every fold that hides the row of a tunable, and the tab of its species.
void Panel::unfold(const std::string& key) {
    m_layout.folds[kSettingsFold] = true;
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        const bool isOfSection =
            key.starts_with(section.path + ".") &&
            (key == section.path + ".enabled" ||
             section.tunables.find(std::string_view(key).substr(section.path.size() + 1)));
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

void Panel::buildRest(PanelFrame& frame) {
    groupTitle(frame.context, "Scene");
    // All sections that belong to no species: world, camera, look and any added later. Tunables fixed while
    // the scene runs have no slider; objects have a group of their own.
    for (std::size_t index = 0; index < m_view.sections().size(); ++index) {
        const Section& section = m_view.sections()[index];
        if (section.speciesIndex < 0 && !section.isFixed && !section.isRemovable) {
            buildFoldingSection(frame, index, false);
        }
    }
}

}  // namespace shoal
