#pragma once

/// How to add a rule to Shoal, a plugin or your own program. Write one file with a plain struct:
///
///     struct Separation {
///         float weight = 1.0f;
///         float radius = 0.5f;
///
///         static constexpr RuleInfo info{.key = "separation", .title = "Separation", .help = "…"};
///         static constexpr std::array parameters{
///             parameter<&Separation::weight>("weight", linear(0, 20, "m²/s²"), "…"),
///             parameter<&Separation::radius>("radius", logarithmic(0.05, 5, "m"), "…")};
///
///         float reach() const { return radius; }
///
///         template <class L> struct Sums { Vec3<L> push; };
///
///         template <class L>
///         SHOAL_INLINE void accumulate(const Neighbours<L>& others, Sums<L>& sums) const {
///             sums.push -= where(others.within(radius), others.offset / others.distanceSq);
///         }
///         template <class L>
///         SHOAL_INLINE Vec3<L> steer(const Sums<L>& sums, const Self<L>& self) const {
///             return sums.push * weight;
///         }
///     };
///     SHOAL_REGISTER_RULE(Separation);
///
/// (This one exists, so your own needs another name and key. A file in include/shoal/rules needs no
/// SHOAL_REGISTER_RULE: the build lists these files, each named after its struct.) The members of the struct
/// decide its kind:
/// - pair rule: `Sums<L>`, `accumulate`, and `steer(sums, self)`; or `steer(sums, self, surroundings)` if it
///   needs the time, the seed or the world. `steer(sums, self, surroundings, Vec3<L>& memory)` keeps a vector
///   for each boid from step to step, and its `accumulate` can read that of the neighbours as the step began,
///   `others.memory()`. In another species' table (`sees`) it keeps the same vector. A pair rule may limit
///   too;
/// - field rule: `steer(self, surroundings)`. A field rule may limit too;
/// - limit rule: `limit(motion, surroundings)`, at the stage that its info names.
///   `limit(motion, surroundings, Vec3<L>& memory)` keeps a vector for each boid from step to step.
///
/// Neighbours also have an `id` and a `species`; `isOwnSpecies` says whether it is the boid's.
///
/// Optional: `reach()` [m] is the distance beyond which neighbours do not matter to a pair rule: if it is too
/// short, neighbours are missed; without it, the perception radius applies. `prepare(stepSeconds)` derives
/// constants from the settings, once a step. `leaderId()` chooses the leader: `surroundings.leader` describes
/// the boid with this id. `extremum()` says whether a rule that searches the ground looks for the lowest or
/// the highest place. `respondsTo(memory, isOwnSpecies)`, of a pair rule that reads its neighbours' memories,
/// tells by mask which of them can matter: where none does, the rule is skipped. A hook of another form, or
/// misspelt by a capital letter, does not compile.
///
/// A parameter may also declare where its values take effect, so that its slider acts along its whole length:
/// `.upTo(Extent::perception)` for a distance to neighbours, `.onlyWith("course", "roam")`,
/// `.noMoreThan("max")`, `.idleWhile("no boid nears a wall")`; see parameter.hpp. A preset may still hold
/// every value of the range. `.lowerLimitOf("speed", "max")` makes one slider of two limits.
///
/// `L` holds eight or sixteen floats. In `accumulate` its lanes are eight neighbours of one boid or, with
/// AVX-512, eight neighbours of each of two boids; everywhere else each lane is one boid. Code written for
/// one float works for all, except that a comparison gives a mask instead of a bool: write `select(mask, yes,
/// no)`, `where(mask, value)` for "the value, or zero", and `addWhere(mask, sum, value)`, which saves an
/// instruction. Numbers mix with lanes as in a formula: `1.0f - x * 2.0f`. lanes.hpp has `min`, `max`, `abs`,
/// `sqrt`, `sine`, `cosine`, `exponential`, `logarithm`, `length`, `normalised`, `rotated`; vec3.hpp has
/// `dot` and `cross`; random.hpp has `uniform` and `normal`, for `surroundings.seedFor(info)`: a rule's
/// random numbers are its own. Do not use the C library's `sin`, `exp` or `pow`: their bits differ between
/// machines.
///
/// `L` may also be a type that records operations (detail/recording.hpp), from which a graphics card runs the
/// same rule. So use only functions of lanes.hpp, vec3.hpp and random.hpp, not the lanes' bits or memory.
///
/// Begin each function of lanes with SHOAL_INLINE, helpers too. Without it g++ inlines them only when it
/// optimises: in debug builds it then says that a builtin "needs isa option", and clang may compute nonsense.
///
/// Requirements on behaviour; the property tests of tests/sim/rule_properties.hpp check them for every rule:
/// - Steering is an acceleration [m/s²]. It is finite for any finite state and any settings in their ranges;
///   otherwise it counts as none, and as a fault of the rule (Simulation::faults).
///   Boids closer than 1 µm are moved 1 mm apart first, so `distanceSq` is at least 1e-12 m².
/// - `accumulate` must use the mask: `others.within(radius)` or `others.seen`. The other lanes hold no
///   neighbour. `Sums` starts at zero and holds nothing but L and Vec3<L>. Only add to it: afterwards its
///   lanes are added up and, if neighbours were sampled, multiplied. So it cannot hold a minimum or "the
///   first neighbour".
/// - A pair rule steers a boid without neighbours by zero, and leaves its memory as it is, unless its info
///   says `.actsAlone = true`. A rule that responds to none of the neighbours' memories does the same.
/// - Translating the world leaves the steering as it is, and rotating the world rotates it, unless the info
///   says otherwise (RuleInfo: knowsUp, knowsAxes, isSeeded and others).
/// - `reach()` is zero or above, and a rule is off until a scene turns it on.
///
/// Requirements on a declaration. Registration checks the first three and that there are a title and helps,
/// and aborts with the reason; the property tests check the rest of the texts:
/// - Keys are snake_case: a letter, then letters, digits and _. No two rules have one key, and no two
///   parameters of a rule. A rule's key is no key or table of a species (`count`, `perception`, `start`, …),
///   and a parameter's is no key of Rule::switches.
/// - A unit is empty, "°" or "°/s" (radians in the struct, degrees in the panel), or a power of m or s up to
///   ³, or one power (or 1) over another: "m", "1/s", "m²/s²".
/// - A range goes from a finite min to a larger max, and starts at zero or above if it is logarithmic. A
/// choice
///   has choices, and no other parameter has. A default is a value that a user can set.
/// - Texts: `title`, `help` and `source` are not empty. The help of a rule and of a parameter is a sentence
///   that ends with a full stop; a parameter's has more than ten characters.

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include <shoal/detail/block_passes.hpp>
#include <shoal/detail/pair_pass.hpp>
#include <shoal/detail/recording.hpp>
#include <shoal/detail/rule_abi.hpp>
#include <shoal/detail/rule_hooks.hpp>
#include <shoal/rule_set.hpp>

namespace shoal {

/// Adapts a plain rule struct to the engine.
template <class Settings>
class RuleOf final : public Rule {
public:
    Settings rule;

    const RuleInfo& info() const override { return Settings::info; }
    RuleKind kind() const override { return kKind; }
    Tunables tunables() override { return {&rule, Settings::parameters}; }
    std::unique_ptr<Rule> clone() const override { return std::make_unique<RuleOf>(*this); }
    const void* settings() const override { return &rule; }

    float reach() const override {
        if constexpr (detail::Reaches<Settings>) {
            return rule.reach();
        } else {
            return std::numeric_limits<float>::infinity();
        }
    }
    void prepare([[maybe_unused]] float stepSeconds) override {
        if constexpr (detail::Prepares<Settings>) {
            rule.prepare(stepSeconds);
        }
    }
    std::optional<std::uint32_t> leaderId() const override {
        if constexpr (detail::HasLeader<Settings>) {
            return rule.leaderId();
        } else {
            return std::nullopt;
        }
    }
    Extremum extremum() const override {
        if constexpr (detail::HasExtremum<Settings>) {
            return rule.extremum();
        } else {
            return Extremum::lowest;
        }
    }
    bool hasLimit() const override { return detail::LimitRule<Settings>; }
    bool hasMemory() const override { return detail::RememberingRule<Settings> || sharesMemory(); }
    bool sharesMemory() const override { return detail::SharingPairRule<Settings>; }

    bool isIdle([[maybe_unused]] const PairBlock& block) const override {
        if (block.count == 0) {
            return !Settings::info.actsAlone;
        }
        if constexpr (detail::RespondingRule<Settings>) {
            return !Settings::info.actsAlone && !detail::respondsToAny(block, rule);
        }
        return false;
    }
    void steerPairs([[maybe_unused]] const PairBlock& block, [[maybe_unused]] Isa isa) const override {
        if constexpr (detail::PairRule<Settings>) {
            noteFaults(detail::runPairPass(block, isa, detail::AsGiven{}, rule)[0]);
        }
    }
    void steerField([[maybe_unused]] const FieldBlock& block, [[maybe_unused]] Isa isa) const override {
        if constexpr (detail::FieldRule<Settings>) {
            noteFaults(detail::runFieldPass(block, isa, rule));
        }
    }
    void limit([[maybe_unused]] const LimitBlock& block, [[maybe_unused]] Isa isa) const override {
        if constexpr (detail::LimitRule<Settings>) {
            noteFaults(detail::runLimitPass(block, isa, rule));
        }
    }

    void record(detail::RuleRecording& recording) const override {
        using Part = detail::RuleRecording::Part;
        if constexpr (detail::PairRule<Settings>) {
            if (recording.part != Part::limit) {
                return recordPairs(recording);
            }
        } else if constexpr (detail::FieldRule<Settings>) {
            if (recording.part == Part::steer) {
                recording.push = rule.steer(recording.self, recording.around);
            }
        }
        if (recording.part != Part::limit) {
            return;
        }
        if constexpr (detail::RememberingRule<Settings>) {
            rule.limit(recording.motion, recording.around, recording.memory);
        } else if constexpr (detail::LimitRule<Settings>) {
            rule.limit(recording.motion, recording.around);
        }
    }

    static constexpr RuleKind kKind = detail::PairRule<Settings>    ? RuleKind::pair
                                      : detail::FieldRule<Settings> ? RuleKind::field
                                                                    : RuleKind::limit;

private:
    void recordPairs(detail::RuleRecording& recording) const {
        using Sums = typename Settings::template Sums<ShaderNumber>;
        static_assert(sizeof(Sums) % sizeof(ShaderNumber) == 0);
        recording.sums.resize(sizeof(Sums) / sizeof(ShaderNumber));
        Sums sums;
        __builtin_memcpy(static_cast<void*>(&sums), recording.sums.data(), sizeof(sums));
        if (recording.part == detail::RuleRecording::Part::accumulate) {
            rule.accumulate(*recording.others, sums);
            __builtin_memcpy(recording.sums.data(), static_cast<const void*>(&sums), sizeof(sums));
        } else if (recording.part == detail::RuleRecording::Part::steer) {
            if constexpr (detail::SharingPairRule<Settings>) {
                recording.push = rule.steer(sums, recording.self, recording.around, recording.memory);
            } else if constexpr (detail::PlacedPairRule<Settings>) {
                recording.push = rule.steer(sums, recording.self, recording.around);
            } else {
                recording.push = rule.steer(sums, recording.self);
            }
        }
    }
};

namespace detail {

/// Whether this translation unit is compiled so that a·b + c rounds once (-ffp-contract=fast, on a target
/// that has such an instruction). Static, because each translation unit has its own options.
[[maybe_unused]] static bool isContracted() {
    // The square needs more bits than a float has, so rounding it loses some of them.
    volatile float stored = 1.0f + 0x1.0p-12f;
    const float a = stored;
    const float b = stored;
    volatile float rounded = a * b;
    const float c = stored;
    const float d = stored;
    return c * d - rounded != 0.0f;
}

}  // namespace detail

/// Returns a rule's entry in the registry. Its struct is checked here: a mistake does not compile.
template <class Settings>
RegisteredRule registeredRule() {
    constexpr bool kHasInfo = requires {
        { Settings::info } -> std::convertible_to<RuleInfo>;
    };
    constexpr bool kHasParameters = requires {
        std::span<const Parameter>(Settings::parameters);
    };
    constexpr bool kHasSums = requires {
        typename Settings::template Sums<BaselineLanes>;
    };
    constexpr bool kAccumulates = detail::AccumulatingRule<Settings>;
    constexpr bool kSteersBySums = detail::PlainPairRule<Settings> || detail::PlacedPairRule<Settings> ||
                                   detail::SharingPairRule<Settings>;
    constexpr bool kActs = kHasSums || detail::FieldRule<Settings> || detail::LimitRule<Settings>;

    static_assert(kHasInfo, "a rule needs `static constexpr RuleInfo info{.key = …, .title = …, .help = …}`");
    static_assert(kHasParameters,
                  "a rule needs `static constexpr std::array parameters{parameter<…>(…), …}`");
    static_assert(!kHasSums || kAccumulates,
                  "a rule with Sums needs `accumulate(const Neighbours<L>& others, Sums<L>& sums) const`");
    static_assert(!kHasSums || kSteersBySums,
                  "a rule with Sums needs `Vec3<L> steer(const Sums<L>&, const Self<L>&) const`, or with "
                  "`const Surroundings&` as a third argument and `Vec3<L>& memory` as a fourth");
    static_assert(detail::hasLaneSums<Settings>(),
                  "the Sums<L> of a pair rule are trivially copyable and hold nothing but L and Vec3<L>");
    static_assert(kActs,
                  "a rule needs Sums, accumulate and steer(sums, self); or steer(self, surroundings); or "
                  "limit(motion, …)");
    static_assert(detail::checkHooks<Settings>());
    if constexpr (kHasInfo && kHasParameters && (!kHasSums || (kAccumulates && kSteersBySums)) &&
                  detail::hasLaneSums<Settings>() && kActs) {  // else one of the messages above is enough
        return {&Settings::info, RuleOf<Settings>::kKind,
                []() -> std::unique_ptr<Rule> { return std::make_unique<RuleOf<Settings>>(); },
                detail::isContracted()};
    }
    return {};
}

/// Registers the rule when constructed.
template <class Settings>
struct RuleRegistration {
    RuleRegistration() {
        detail::requireThisShoal();
        registerRule(registeredRule<Settings>());
    }
};

}  // namespace shoal

/// The line that registers a rule for panels, presets, command lines and tests. Use it at namespace scope,
/// with the struct's unqualified name. It is visible across libraries: a rule whose header several of them
/// include registers only once.
#define SHOAL_REGISTER_RULE(Settings) \
    [[gnu::visibility("default")]] inline const ::shoal::RuleRegistration<Settings> registered##Settings
