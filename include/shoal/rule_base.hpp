#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <shoal/isa.hpp>
#include <shoal/parameter.hpp>

namespace shoal {

/// What a rule works on.
enum class RuleKind {
    pair,   ///< sees neighbours, gives steering
    field,  ///< sees self and the world, gives steering
    limit,  ///< acts on the motion after steering
};

/// When a limit rule acts.
enum class LimitStage {
    acceleration,  ///< on the summed steering, before it changes the velocity
    velocity,      ///< on the new velocity, before it moves the boid
    position,      ///< on the new position
};

/// What a rule says of itself, once, in its file.
struct RuleInfo {
    std::string_view key;                     ///< snake_case: preset table and command-line key
    std::string_view title;                   ///< for people: "Limit speed"
    std::string_view help;                    ///< one sentence: what it makes a flock do
    std::string_view source;                  ///< where the mathematics comes from
    LimitStage stage = LimitStage::velocity;  ///< limit rules only
    int order = 0;                            ///< limit rules of one stage act in rising order, then by key
    bool isSeeded = false;  ///< draws random numbers, so turning the world does not turn its answer
    /// Draws them for places, so that boids at one place get the same; else for each boid, by its id.
    bool drawsByPlace = false;
    /// Treats the vertical apart, as it is set by default: only turns about it turn its answer.
    bool knowsUp = false;
    bool knowsAxes = false;   ///< works along each axis apart: only quarter turns turn its answer
    bool wrapsWorld = false;  ///< neighbours are seen across the world's edges
    bool isWall = false;      ///< its limit leaves no boid outside the world
    bool seesFlock = false;   ///< reads Surroundings::flock, the sums over the whole flock
    /// Searches the ground: reads Surroundings::best, and keeps in its memory what bestPlace says.
    bool seesBest = false;
};

struct PairBlock;
struct FieldBlock;
struct LimitBlock;

/// A rule with its settings, as the engine, the panels and presets see it. Written as a plain struct and
/// adapted by RuleOf; see shoal/rule.hpp for how to add one.
class Rule {
public:
    virtual ~Rule() = default;

    bool isEnabled = false;

    virtual const RuleInfo& info() const = 0;
    virtual RuleKind kind() const = 0;
    virtual Tunables tunables() = 0;
    virtual std::unique_ptr<Rule> clone() const = 0;

    /// The settings struct, for code that knows its type.
    virtual const void* settings() const = 0;

    /// Farthest neighbour that can matter to it [m]; pair rules only.
    virtual float reach() const { return std::numeric_limits<float>::infinity(); }

    /// The id of a boid that it wants to be told of in Surroundings::leader; one beyond the last is the last.
    /// Where several rules of a species ask, the first in the order of the registry is heard.
    virtual std::optional<std::uint32_t> leaderId() const { return std::nullopt; }

    /// Called once before each step, to derive constants from the settings (not from boids).
    virtual void prepare(float /*stepSeconds*/) {}

    /// Whether it limits as well as steers (or only limits).
    virtual bool hasLimit() const { return false; }

    /// Whether it keeps a vector of each boid from step to step. It begins at zero when the rule is switched
    /// on, for a new boid and on a restart.
    virtual bool hasMemory() const { return false; }

    virtual void steerPairs(const PairBlock&, Isa) const {}
    virtual void steerField(const FieldBlock&, Isa) const {}
    virtual void limit(const LimitBlock&, Isa) const {}
};

/// A rule of a known key, with default settings, switched off.
struct RegisteredRule {
    const RuleInfo* info = nullptr;
    RuleKind kind = RuleKind::pair;
    std::unique_ptr<Rule> (*make)() = nullptr;
};

/// All rules, Shoal's own and the program's, ordered by kind, then key. Registering ends when main() begins.
std::span<const RegisteredRule> registeredRules();

/// Called by SHOAL_REGISTER_RULE. A rule that is declared wrongly (a key that is taken or not snake_case, a
/// default out of its range, an unknown unit, a missing help) is a programmer's mistake: the program says so
/// on standard error and aborts.
void registerRule(const RegisteredRule& rule);

}  // namespace shoal
