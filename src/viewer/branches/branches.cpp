#include "viewer/branches/branches.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "capture/take/take_replay.hpp"
#include "play/player.hpp"
#include "play/session/edit_history.hpp"
#include "sim/scene/clamped_edit.hpp"
#include "ui/overlay/messages.hpp"
#include "ui/text/cut_text.hpp"
#include "ui/text/value_text.hpp"
#include "ui/widgets/theme.hpp"
#include "viewer/edits/edits.hpp"
#include "viewer/measures/live_figures.hpp"
#include "viewer/panel/menu_rows.hpp"
#include "viewer/stage/stage.hpp"
#include "viewer/time/timeline.hpp"

namespace shoal {

namespace {

constexpr std::size_t kMaxBranches = 6;
constexpr std::int64_t kMaxBranchBoids = 1'000'000;  // in all of them: some 300 bytes each

/// Names a change: "alignment 1.2", or what several settings share.
std::string nameOfChange(const Scene& before, const Scene& after) {
    std::vector<Edit> edits = difference(before, after);
    std::erase_if(edits, [](const Edit& edit) { return !movesFlock(edit.key); });
    if (edits.empty()) {
        return "another way";
    }
    std::vector<std::string> keys;
    for (const Edit& edit : edits) {
        keys.push_back(edit.key);
    }
    const auto parameter = parameterOf(after, edits.front().key);
    const std::string name = nameOfSettings(keys);
    return edits.size() == 1 && parameter
               ? fmt::format("{} {}", name, valueText(*parameter, edits.front().shown))
               : name;
}

}  // namespace

void Branches::declare(CommandTable& commands, Branches* branches) {
    commands.add({.id = "last_branch",
                  .name = "Back to the branch before",
                  .keys = "Shift + H",
                  .words = "tree way old return history timeline undo alternative",
                  .run = [branches] { branches->open(branches->m_branches.size() - 1); },
                  .isPossible = [branches] { return branches != nullptr && !branches->m_branches.empty(); }});
    commands.add({.id = "open_branch",
                  .runWith = [branches](const CommandValue& with) { branches->open(with.index()); }});
}

void Branches::afterEdits() {
    const auto& left = m_services.player.abandonedBranch();
    if (!left) {
        return;
    }
    m_services.player.ask(
        [](Session& session) { return session.takeAbandoned(); },
        [this, beginning = Beginning{left->then, left->seconds}, generation = m_generation](const End& end) {
            if (end == nullptr || generation != m_generation) {
                return;
            }
            const Scene& scene = end->take->scene;
            const auto step = static_cast<double>(end->end.stepCount());
            keep({m_present, scene.time.realSeconds(step), end});
            m_beginning = beginning;
        });
}

/// Names the present branch once the gesture that began it is over.
void Branches::receive(double /*now*/) {
    if (m_beginning && !ImGui::IsAnyMouseDown()) {
        m_present =
            fmt::format("{}, from {}", nameOfChange(m_beginning->before, m_services.player.shown().scene()),
                        clockText(m_beginning->seconds));
        m_beginning.reset();
    }
}

void Branches::keep(Branch branch) {
    const auto boidsOf = [](const Branch& each) { return each.end->take->scene.boidCount(); };
    if (boidsOf(branch) > kMaxBranchBoids) {
        m_services.messages.post("Of so large a flock, only the present branch is kept");
        return;
    }
    m_branches.push_back(std::move(branch));
    const auto boids = [&] {
        std::int64_t count = 0;
        for (const Branch& each : m_branches) {
            count += boidsOf(each);
        }
        return count;
    };
    while (m_branches.size() > kMaxBranches || boids() > kMaxBranchBoids) {
        m_branches.erase(m_branches.begin());
    }
}

/// A take that is being recorded goes on in one branch.
bool Branches::canOpen() const {
    return m_services.player.shown().playing == nullptr && !m_services.player.isResuming() &&
           !m_services.commands.isOn("record_take");
}

/// Later keeps the end of the present branch, and goes on with another one.
void Branches::open(std::size_t index) {
    if (index >= m_branches.size() || !canOpen()) {
        return;
    }
    m_services.player.ask(
        [](Session& session) { return session.presentEnd(); },
        [this, chosen = m_branches[index].end, generation = m_generation](const End& present) {
            if (present != nullptr && generation == m_generation && canOpen()) {
                goOn(chosen, present);
            }
        });
}

void Branches::goOn(const End& chosen, const End& present) {
    const double seconds = m_services.player.shown().realSeconds();
    m_services.player.resume(
        chosen, [this, chosen, present, seconds, before = m_services.player.shown().scene()] {
            const auto found = std::ranges::find(m_branches, chosen, &Branch::end);
            if (found != m_branches.end()) {
                const Branch opened = std::exchange(*found, {m_present, seconds, present});
                m_present = opened.name;
            }
            m_beginning.reset();
            m_services.figures.restart();
            m_services.stage.frameFlock(m_services.player.shown(), {});
            EditHistory& history = m_services.edits.history();
            history.endGesture();
            history.note(changesOf(difference(before, m_services.player.shown().scene()), before));
            history.endGesture();
            m_services.messages.post(
                fmt::format("This is \"{}\" again; the other branch stays in the list", m_present));
        });
}

void Branches::forget() {
    m_branches.clear();
    m_present = kFirst;
    m_beginning.reset();
    ++m_generation;
}

void Branches::buildTime(PanelFrame& frame) {
    if (m_branches.empty()) {
        return;
    }
    const WidgetContext& context = frame.context;
    ImGui::Separator();
    ImGui::TextDisabled("Branches");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = theme::packed(theme::colours().quietText);
    const float first = ImGui::GetCursorScreenPos().y;
    float last = first;
    const auto row = [&](const std::string& key, const std::string& name, const std::string& right,
                         bool isPresent) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float middle = at.y + 0.5f * ImGui::GetFrameHeight();
        const float x = at.x + context.px(6.0f);
        list.AddLine({x, middle}, {x + context.px(7.0f), middle}, colour, context.px(1.0f));
        list.AddCircleFilled({x + context.px(9.0f), middle}, context.px(3.0f),
                             isPresent ? theme::packed(theme::colours().accent) : colour, 12);
        last = middle;
        const float room =
            ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(right.c_str()).x - context.px(44.0f);
        return menuRow(
            context,
            {.key = key.c_str(),
             .label = fmt::format("       {}##{}", cutToFit(name, room), key),
             .shortcut = right.c_str(),
             .hint =
                 isPresent ? name : name + ": goes on where this branch ended; the present one stays here",
             .isPossible = canOpen() && !isPresent});
    };
    row("branch.present", m_present, "now", true);
    for (std::size_t index = 0; index < m_branches.size(); ++index) {
        const Branch& branch = m_branches[index];
        if (row(fmt::format("branch.{}", index), branch.name, "to " + clockText(branch.seconds), false)) {
            frame.commands.push_back(Run{"open_branch", {.number = static_cast<double>(index)}});
        }
    }
    const float x = ImGui::GetCursorScreenPos().x + context.px(6.0f);
    list.AddLine({x, first + 0.5f * ImGui::GetFrameHeight()}, {x, last}, colour, context.px(1.0f));
}

void Branches::probe(nlohmann::ordered_json& json) const {
    json["branches"] = m_branches.size();
}

}  // namespace shoal
