#include "compute/card_step.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/card_flock.hpp"
#include "compute/rule_text.hpp"
#include "render/gl/gl_errors.hpp"
#include "render/gl/headless_context.hpp"
#include "render/gl/pass_timer.hpp"
#include "sim/step/simulation_core.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

/// A shader of recorded rules, with the numbers that they read in this step.
struct RuleProgram {
    Program program;
    CardBuffer settings;

    /// Makes it the one that runs, with these numbers.
    Outcome use(const RuleText& rules) {
        if (Outcome written = settings.write(rules.settings()); !written) {
            return written;
        }
        settings.bind(kSettingsBinding, GL_UNIFORM_BUFFER);
        program.use();
        return Done{};
    }
};

/// Programs of recorded rules by their text. Rules that act only in some steps, and settings that change a
/// text, need several.
class RulePrograms {
public:
    explicit RulePrograms(const ShaderLibrary& library) : m_library(library) {}

    /// Returns the program of this text, linked at its first use.
    Result<RuleProgram*> find(const std::string& file, const RuleText& rules) {
        const auto key = std::pair(file, rules.text);
        auto found = m_programs.find(key);
        if (found == m_programs.end()) {
            auto linked =
                Program::create(m_library, {file}, {.place = {}, .define = {}, .rules = rules.text});
            if (!linked) {
                return Problem{fmt::format("the card cannot run these rules: {}", linked.problem().text)};
            }
            found = m_programs.try_emplace(key, RuleProgram{*std::move(linked), {}}).first;
        }
        return &found->second;
    }

    /// Forgets all programs if there are very many.
    void forgetMany() {
        constexpr std::size_t kMany = 64;
        if (m_programs.size() > kMany) {
            m_programs.clear();
        }
    }

private:
    const ShaderLibrary& m_library;
    std::map<std::pair<std::string, std::string>, RuleProgram> m_programs;  ///< by file and text
};

/// Rules of a species that run in this step.
struct RecordedRules {
    RuleText text;
    RuleProgram* program = nullptr;
};

/// What a species does in this step, in this order.
struct RecordedPlan {
    std::vector<RecordedRules> pairs;  ///< its own, then those for each species that it sees
    RecordedRules move;
};

/// Everything that needs a current context to be destroyed.
struct CardState {
    SortPrograms sorting;
    RulePrograms rules;
    std::vector<CardFlock> flocks;
    std::vector<RecordedPlan> plans;  ///< of this step
    CardBuffer faults;
    PassTimer timer;

    CardState(SortPrograms programs, const ShaderLibrary& library)
        : sorting(std::move(programs)), rules(library) {}
};

class Card final : public StepDevice {
public:
    Card(HeadlessContext context, std::unique_ptr<ShaderLibrary> library)
        : m_context(std::move(context)), m_library(std::move(library)), m_name(m_context.gpu().renderer) {}
    ~Card() override {
        const ContextBefore before;
        if (!m_context.enter()) {
            static_cast<void>(m_state.release());  // its context is gone, or another process's
        }
        m_state.reset();
    }

    static Result<std::unique_ptr<StepDevice>> open(bool allowsSoftware);

    const std::string& name() const override { return m_name; }
    Outcome step(const DeviceStep& step) override;
    StepProfile profile() override { return m_profile; }
    Outcome fetch(std::span<Flock> flocks, Workers& workers) override;
    void forget() override { m_isLoaded = m_isBroken = false; }

private:
    Outcome begin(const DeviceStep& step);
    Outcome record(const DeviceStep& step, std::size_t species);
    Outcome sort(const DeviceStep& step, std::size_t species);
    Outcome sumUp(const DeviceStep& step, std::size_t species);
    Outcome steer(const DeviceStep& step, std::size_t species);
    Outcome steerBy(RecordedRules& rules, const PairSet& set, const DeviceStep& step, std::size_t species,
                    bool adds);
    Outcome move(const DeviceStep& step, std::size_t species);
    RulePlaces placesOf(const DeviceStep& step, std::size_t species, std::size_t observed);
    Outcome noteFaults();
    Outcome clearFaults();

    HeadlessContext m_context;
    std::unique_ptr<ShaderLibrary> m_library;
    std::string m_name;
    std::unique_ptr<CardState> m_state;
    StepProfile m_profile;
    std::vector<const Rule*> m_rules;  ///< whose faults are counted, in the order of their counters
    bool m_isLoaded = false;
    bool m_isBroken = false;  ///< a step has failed halfway
};

constexpr std::size_t kMostRules = 1024;

/// What neighbours read of a species' memories: the columns, in their order.
std::vector<std::size_t> sharedColumns(const DeviceStep& step, std::size_t species) {
    std::vector<std::size_t> columns;
    const std::vector<std::string_view>& memories = step.plans[species].memories;
    for (std::size_t column = 0; column < memories.size(); ++column) {
        const Rule* const rule = step.scene.species[species].rules.find(memories[column]);
        if (rule != nullptr && rule->sharesMemory()) {
            columns.push_back(column);
        }
    }
    return columns;
}

/// The sets of pair rules of a species, in the order in which they steer.
std::vector<PairSet> pairSetsOf(const SpeciesPlan& plan, std::size_t species) {
    std::vector<PairSet> sets;
    if (plan.plan.hasPairs()) {
        sets.push_back({plan.plan.pairs(), plan.query, static_cast<std::uint32_t>(species), true});
    }
    for (const SpeciesPlan::Seen& seen : std::span(plan.seen).first(plan.seenCount)) {
        sets.push_back({seen.plan.pairs(), seen.query, static_cast<std::uint32_t>(seen.speciesIndex),
                        seen.speciesIndex == species});
    }
    return sets;
}

Result<std::unique_ptr<StepDevice>> Card::open(bool allowsSoftware) {
    const ContextBefore before;
    auto context = HeadlessContext::create();
    if (!context) {
        return context.problem();
    }
    const bool isSoftware = context->gpu().isSoftware;
    if (isSoftware && !allowsSoftware) {
        return Problem{"there is no graphics card"};
    }
    auto card = std::make_unique<Card>(*std::move(context), std::make_unique<ShaderLibrary>());
    auto sorting = SortPrograms::create(*card->m_library);
    if (!sorting) {
        return sorting.problem();
    }
    card->m_state = std::make_unique<CardState>(*std::move(sorting), *card->m_library);
    if (Outcome cleared = card->clearFaults(); !cleared) {
        return cleared.problem();
    }
    card->m_state->timer.setMode(isSoftware ? PassTimer::Mode::finished : PassTimer::Mode::onCard);
    return Result<std::unique_ptr<StepDevice>>(std::move(card));
}

Outcome Card::begin(const DeviceStep& step) {
    std::vector<CardFlock>& flocks = m_state->flocks;
    flocks = std::vector<CardFlock>(step.flocks.size());
    for (std::size_t s = 0; s < flocks.size(); ++s) {
        if (Outcome uploaded = flocks[s].upload(step.flocks[s]); !uploaded) {
            return uploaded;
        }
    }
    m_isLoaded = true;
    return clearFaults();
}

Outcome Card::step(const DeviceStep& step) {
    const ContextBefore before;
    if (!m_context.enter()) {
        return Problem{"the graphics driver lets neither this thread nor a forked process use the card"};
    }
    if (!m_isLoaded) {
        if (Outcome begun = begin(step); !begun) {
            return begun;
        }
    }
    m_state->rules.forgetMany();
    m_state->plans.resize(step.plans.size());
    // First everything that a driver may refuse: then the flocks are still as they were.
    for (std::size_t species = 0; species < step.plans.size(); ++species) {
        if (Outcome recorded = record(step, species); !recorded) {
            return recorded;
        }
    }
    // Each stage runs for all species: one that responds to another must read it sorted, and as of step n.
    Outcome stepped = Done{};
    const auto forEachSpecies = [&](const char* name, const auto& stage) {
        m_state->timer.time(name, [&] {
            for (std::size_t s = 0; s < step.plans.size() && stepped; ++s) {
                stepped = stage(s);
            }
        });
    };
    forEachSpecies("sort", [&](std::size_t s) { return sort(step, s); });
    forEachSpecies("steer", [&](std::size_t s) { return steer(step, s); });
    forEachSpecies("integrate", [&](std::size_t s) { return move(step, s); });
    for (const auto& [name, seconds] : m_state->timer.times()) {
        (name == "sort" ? m_profile.sort : name == "steer" ? m_profile.steer : m_profile.integrate) = seconds;
    }
    if (stepped && takeOutOfMemory()) {
        stepped = outOfGraphicsMemory();
    }
    m_isBroken = !stepped;
    return stepped;
}

/// Records the rules of a species as they act in this step, and links their programs.
Outcome Card::record(const DeviceStep& step, std::size_t species) {
    if (Outcome summed = sumUp(step, species); !summed) {
        return summed;
    }
    const SpeciesPlan& own = step.plans[species];
    const Surroundings around = step.surroundings(species);
    RecordedPlan& plan = m_state->plans[species];
    plan.pairs.clear();
    const auto find = [this](const char* file, RuleText text, RecordedRules& rules) -> Outcome {
        const auto program = m_state->rules.find(file, text);
        if (!program) {
            return program.problem();
        }
        rules = {std::move(text), *program};
        return Done{};
    };
    Outcome found = Done{};
    for (const PairSet& set : pairSetsOf(own, species)) {
        if (found) {
            found = find("step_pairs.comp", pairText(set, around, placesOf(step, species, set.species)),
                         plan.pairs.emplace_back());
        }
    }
    return found ? find("step_move.comp",
                        moveText(own.plan.fields(), own.plan.limits(), around,
                                 placesOf(step, species, species)),
                        plan.move)
                 : found;
}

Outcome Card::sort(const DeviceStep& step, std::size_t species) {
    const SpeciesPlan& plan = step.plans[species];
    CardFlock& flock = m_state->flocks[species];
    if (Outcome sorted = flock.sort(m_state->sorting, plan.query, plan.plan.wrapsWorld(),
                                    step.scene.world.halfExtent(), plan.phase.period > 1);
        !sorted) {
        return sorted;
    }
    return flock.share(sharedColumns(step, species));
}

/// What rules need of the whole flock, or of its leader. A step then waits for the card.
Outcome Card::sumUp(const DeviceStep& step, std::size_t species) {
    SpeciesPlan& own = step.plans[species];
    CardFlock& flock = m_state->flocks[species];
    own.totals = {};
    own.best = {};
    own.leader = {};
    const auto leaderId = own.plan.leaderId();
    const bool seesBest = !own.plan.searching().empty();
    if (flock.count() == 0 || !(own.plan.seesFlock() || seesBest || leaderId)) {
        return Done{};
    }
    const RuleText text =
        sumsText(step.scene.ground, seesBest ? std::optional(own.plan.extremum()) : std::nullopt);
    const auto program = m_state->rules.find("step_sums.comp", text);
    if (!program) {
        return program.problem();
    }
    if (Outcome used = (*program)->use(text); !used) {
        return used;
    }
    const auto column = std::ranges::find(own.memories, own.plan.searching());
    const auto report =
        flock.report((*program)->program,
                     {.seed = step.surroundings(species).seed,
                      .leaderId = leaderId,
                      .column = column == own.memories.end()
                                    ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(column - own.memories.begin())),
                      .extremum = own.plan.extremum()});
    if (!report) {
        return report.problem();
    }
    own.totals = own.plan.seesFlock() ? report->totals : FlockTotals{};
    own.best = seesBest ? report->best : GlobalBest{};
    own.leader = report->leader;
    return Done{};
}

RulePlaces Card::placesOf(const DeviceStep& step, std::size_t species, std::size_t observed) {
    const auto column = [&step](std::size_t of, const Rule& rule) {
        const auto& memories = step.plans[of].memories;
        const auto found = std::ranges::find(memories, rule.info().key);
        return found == memories.end() ? RulePlaces::kNone
                                       : static_cast<std::size_t>(found - memories.begin());
    };
    return {.memory =
                [column, species](const Rule& rule) {
                    return rule.hasMemory() ? column(species, rule) : RulePlaces::kNone;
                },
            .sharedMemory =
                [column, observed, shared = sharedColumns(step, observed)](const Rule& rule) {
                    if (!rule.sharesMemory()) {
                        return RulePlaces::kNone;
                    }
                    const auto found = std::ranges::find(shared, column(observed, rule));
                    return found == shared.end() ? RulePlaces::kNone
                                                 : static_cast<std::size_t>(found - shared.begin());
                },
            .faults =
                [this](const Rule& rule) {
                    const auto found = std::ranges::find(m_rules, &rule);
                    const auto index = static_cast<std::size_t>(found - m_rules.begin());
                    if (found == m_rules.end()) {
                        m_rules.push_back(&rule);
                    }
                    return std::min(index, kMostRules - 1);
                }};
}

Outcome Card::steer(const DeviceStep& step, std::size_t species) {
    const std::vector<PairSet> sets = pairSetsOf(step.plans[species], species);
    Outcome steered = Done{};
    for (std::size_t k = 0; k < sets.size() && steered; ++k) {
        steered = steerBy(m_state->plans[species].pairs[k], sets[k], step, species, k > 0);
    }
    return steered;
}

Outcome Card::steerBy(RecordedRules& rules, const PairSet& set, const DeviceStep& step, std::size_t species,
                      bool adds) {
    CardFlock& own = m_state->flocks[species];
    const CardFlock& others = m_state->flocks[set.species];
    const Phase& phase = step.plans[species].phase;
    const NeighbourQuery& query = set.query;
    if (Outcome used = rules.program->use(rules.text); !used) {
        return used;
    }
    Program& program = rules.program->program;
    own.before.bind(0);
    others.before.bind(1);
    others.starts.bind(2);
    own.steering.bind(3);
    own.memories.bind(4);
    others.shared.bind(5);
    m_state->faults.bind(6);
    others.grid().set(program);
    program.set("uWorld", glm::vec3(query.worldSize.x, query.worldSize.y, query.worldSize.z));
    program.set("uCount", own.count());
    program.set("uOthers", others.count());
    program.set("uIsOwn", set.isOwn);
    program.set("uAdds", adds);
    program.set("uPeriod", phase.period);
    program.set("uNow", phase.now);
    program.set("uReach", query.reach);
    program.set("uSightSq", query.radiusSq());
    program.set("uBlindCosine", query.blindCosine);
    program.set("uMost", query.maxCandidates);
    program.set("uRandom", static_cast<GLuint>(query.random >> 32));
    program.set("uSpread", query.perception.spread);
    dispatch(program, own.count());
    return Done{};
}

Outcome Card::move(const DeviceStep& step, std::size_t species) {
    CardFlock& flock = m_state->flocks[species];
    const SpeciesPlan& own = step.plans[species];
    RecordedRules& rules = m_state->plans[species].move;
    if (Outcome used = rules.program->use(rules.text); !used) {
        return used;
    }
    Program& program = rules.program->program;
    flock.before.bind(0);
    flock.now.bind(1);
    flock.steering.bind(2);
    flock.memories.bind(3);
    m_state->faults.bind(4);
    program.set("uCount", flock.count());
    program.set("uIsSteered", own.plan.hasPairs() || own.seenCount > 0);
    program.set("uPeriod", own.phase.period);
    program.set("uNow", own.phase.now);
    program.set("uSeconds", step.scene.time.step);
    dispatch(program, flock.count());
    return flock.survey(m_state->sorting);
}

Outcome Card::fetch(std::span<Flock> flocks, Workers& workers) {
    const ContextBefore before;
    if (m_isBroken || !m_context.enter()) {
        return Problem{"the graphics card has lost the flock"};
    }
    for (std::size_t s = 0; s < flocks.size(); ++s) {
        if (Outcome fetched = m_state->flocks[s].fetch(flocks[s], workers); !fetched) {
            return fetched;
        }
    }
    return noteFaults();
}

Outcome Card::noteFaults() {
    std::vector<GLuint> counts(kMostRules);
    m_state->faults.read(std::as_writable_bytes(std::span(counts)));
    for (std::size_t k = 0; k < m_rules.size(); ++k) {
        m_rules[k]->noteFaults(counts[std::min(k, kMostRules - 1)]);
    }
    return clearFaults();
}

Outcome Card::clearFaults() {
    const std::vector<GLuint> zeros(kMostRules);
    m_rules.clear();
    return m_state->faults.write(std::as_bytes(std::span(zeros)));
}

}  // namespace

Result<std::unique_ptr<StepDevice>> openCard() {
    return Card::open(true);
}

Result<std::unique_ptr<StepDevice>> openRealCard() {
    return Card::open(false);
}

Result<OpenDevice> deviceNamed(std::string_view name) {
    if (name == "cpu") {
        return OpenDevice{nullptr};
    }
    if (name == "card") {
        return OpenDevice{openCard};
    }
    if (name == "auto") {
        return OpenDevice{openRealCard};
    }
    return Problem{fmt::format("\"{}\" is none of cpu, card and auto", oneLine(std::string(name)))};
}

}  // namespace shoal
