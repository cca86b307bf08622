#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <experimental/propagate_const>

#include <shoal/detail/require.hpp>
#include <shoal/ground.hpp>
#include <shoal/isa.hpp>
#include <shoal/parameter.hpp>

namespace shoal {

namespace detail {

/// A hash of a rule's key (FNV-1a).
constexpr std::uint64_t streamOf(std::string_view key) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : key) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return hash;
}

struct RuleRecording;

}  // namespace detail

/// What a rule works on.
enum class RuleKind {
    pair,   ///< sees neighbours, returns steering
    field,  ///< sees self and the world, returns steering
    limit,  ///< acts on the motion after steering
};

/// When a limit rule acts.
enum class LimitStage {
    acceleration,  ///< on the summed steering, before it changes the velocity
    velocity,      ///< on the new velocity, before it moves the boid
    position,      ///< on the new position
};

/// What a rule declares about itself, once, in its file.
struct RuleInfo {
    std::string_view key;                     ///< snake_case: preset table and command-line key
    std::string_view title;                   ///< shown to users: "Limit speed"
    std::string_view help;                    ///< one sentence: its effect on a flock
    std::string_view source;                  ///< source of the mathematics
    LimitStage stage = LimitStage::velocity;  ///< limit rules only
    int order = 0;          ///< limit rules of one stage act in ascending order, then by key
    bool isSeeded = false;  ///< uses random numbers, so turning the world does not turn its result
    /// Treats the vertical separately with default settings: only turns about it turn its result.
    bool knowsUp = false;
    bool knowsAxes = false;   ///< treats each axis separately: only quarter turns turn its result
    bool wrapsWorld = false;  ///< neighbours are seen across the world's edges
    bool isWall = false;      ///< its limit keeps all boids inside the world
    bool actsAlone = false;   ///< a pair rule that steers boids without neighbours, or changes their memories
    bool seesFlock = false;   ///< reads Surroundings::flock, the sums over the whole flock
    /// Searches the ground: reads Surroundings::best, and stores the result of personalBest in its memory.
    bool seesBest = false;
    /// Completes "No effect while …", for a rule that acts only on some boids or at some times. May be empty.
    std::string_view idleWhile = {};
    /// Tells its random numbers from those of other rules: Surroundings::seedFor mixes it in. Leave it out.
    std::uint64_t stream = detail::streamOf(key);
};

struct PairBlock;
struct FieldBlock;
struct LimitBlock;

/// Counts faults from several threads. A copy starts at zero.
class FaultCount {
public:
    FaultCount() = default;
    FaultCount(const FaultCount&) {}
    FaultCount& operator=(const FaultCount&) { return *this; }  // NOLINT(bugprone-unhandled-self-assignment)
    ~FaultCount() = default;

    void add(std::uint32_t faults) {
        if (faults != 0) {
            m_count.fetch_add(faults, std::memory_order_relaxed);
        }
    }
    void reset() { m_count.store(0, std::memory_order_relaxed); }
    std::uint64_t value() const { return m_count.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_count{0};
};

/// A rule with its settings, as the engine, the panels and presets see it. Written as a plain struct and
/// adapted by RuleOf; see shoal/rule.hpp for how to add one.
class Rule {
public:
    virtual ~Rule() = default;

    bool isEnabled = false;

    /// Declares the key that rules have besides those of `tunables()`.
    static constexpr std::array<Parameter, 1> switches{
        parameter<&Rule::isEnabled>("enabled", "Whether the rule acts.")};

    virtual const RuleInfo& info() const = 0;
    virtual RuleKind kind() const = 0;
    virtual Tunables tunables() = 0;
    virtual std::unique_ptr<Rule> clone() const = 0;

    /// The settings struct, for code that knows its type.
    virtual const void* settings() const = 0;

    /// The distance beyond which neighbours do not matter to it [m]; pair rules only.
    virtual float reach() const { return std::numeric_limits<float>::infinity(); }

    /// The id of the boid that it needs in Surroundings::leader; an id beyond the last means the last. If
    /// several rules of a species ask, the first in the registry's order decides.
    virtual std::optional<std::uint32_t> leaderId() const { return std::nullopt; }

    /// Whether a rule that searches the ground (RuleInfo::seesBest) looks for the lowest or the highest
    /// place.
    virtual Extremum extremum() const { return Extremum::lowest; }

    /// Called once before each step, to derive constants from the settings (not from boids).
    virtual void prepare(float /*stepSeconds*/) {}

    /// Whether it limits, alone or as well as steering.
    virtual bool hasLimit() const { return false; }

    /// Whether it keeps a vector for each boid from step to step. The vector starts at zero on a restart,
    /// when the rule is switched on, and for each new boid.
    virtual bool hasMemory() const { return false; }

    /// Whether it is a pair rule that reads its neighbours' vectors (Neighbours::memory) and may change its
    /// own as it steers.
    virtual bool sharesMemory() const { return false; }

    /// Whether steerPairs would change nothing in a block: it has no candidates, or none has a memory to
    /// which the rule responds.
    virtual bool isIdle(const PairBlock&) const { return false; }

    virtual void steerPairs(const PairBlock&, Isa) const {}
    virtual void steerField(const FieldBlock&, Isa) const {}
    virtual void limit(const LimitBlock&, Isa) const {}

    /// Writes a part of the rule on this thread's tape, from which a shader is made (detail/recording.hpp).
    virtual void record(detail::RuleRecording&) const {}

    /// Number of its results that were not finite since the run began, or since it was copied.
    std::uint64_t faults() const { return m_faults.value(); }
    void noteFaults(std::uint32_t faults) const { m_faults.add(faults); }
    void forgetFaults() { m_faults.reset(); }

private:
    mutable FaultCount m_faults;
};

/// A known rule. `make` returns one with default settings, switched off.
struct RegisteredRule {
    const RuleInfo* info = nullptr;
    RuleKind kind = RuleKind::pair;
    std::unique_ptr<Rule> (*make)() = nullptr;
    bool isContracted = false;  ///< compiled so that a·b + c rounds once: registering it aborts
};

/// Returns all rules, Shoal's own and the program's, ordered by kind, then key. Registration ends when main()
/// begins; `shoal` loads its plugins soon after, before it makes any RuleSet.
std::span<const RegisteredRule> registeredRules();

/// Called by SHOAL_REGISTER_RULE. A wrong declaration (a key that is taken or not snake_case, a default out
/// of its range, an unknown unit, a missing help) is a programmer's mistake: prints it on standard error and
/// aborts. If a plugin makes it, `shoal` refuses the plugin instead.
void registerRule(const RegisteredRule& rule);

/// One instance of every registered rule, in the registry's order. Copying it copies the rules; the rules of
/// a const set are const.
class RuleSet {
public:
    RuleSet();
    RuleSet(const RuleSet& other);
    RuleSet& operator=(const RuleSet& other);
    RuleSet(RuleSet&&) noexcept = default;
    RuleSet& operator=(RuleSet&&) noexcept = default;

    auto begin() { return m_rules.begin(); }
    auto end() { return m_rules.end(); }
    auto begin() const { return m_rules.begin(); }
    auto end() const { return m_rules.end(); }

    /// Null if no rule has this key.
    Rule* find(std::string_view key);
    const Rule* find(std::string_view key) const;

    /// Returns the settings of a registered rule by its struct:
    ///   `species.rules.get<Separation>().weight = 2.0f;` with <shoal/rules/pair/separation.hpp>
    template <class Settings>
    Settings& get() {
        return *static_cast<Settings*>(required(find(Settings::info.key)).tunables().settings);
    }
    template <class Settings>
    const Settings& get() const {
        return *static_cast<const Settings*>(required(find(Settings::info.key)).settings());
    }

private:
    template <class AnyRule>
    static AnyRule& required(AnyRule* rule) {
        detail::require(rule != nullptr,
                        "RuleSet::get needs a rule that was registered before the set was made");
        return *rule;
    }

    std::vector<std::experimental::propagate_const<std::unique_ptr<Rule>>> m_rules;
};

}  // namespace shoal
