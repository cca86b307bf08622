#include "compute/rule_text.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <shoal/detail/block_passes.hpp>

#include "sim/rules/tape.hpp"
#include "sim/step/integrator.hpp"

namespace shoal {
namespace {

using detail::RuleRecording;
using Part = RuleRecording::Part;

std::string vectorOf(const Tape& tape, const Vec3<ShaderNumber>& value) {
    return fmt::format("vec3({}, {}, {})", tape.name(value.x.line), tape.name(value.y.line),
                       tape.name(value.z.line));
}

void addLines(const Vec3<ShaderNumber>& value, std::vector<std::uint32_t>& lines) {
    lines.insert(lines.end(), {value.x.line, value.y.line, value.z.line});
}

std::string statementsFor(Tape& tape, const Vec3<ShaderNumber>& value) {
    std::vector<std::uint32_t> lines;
    addLines(value, lines);
    return tape.statements(lines);
}

RuleText withBlock(const Tape& tape, const std::string& text) {
    RuleText result{.text = {},
                    .numbers = {tape.numbers().begin(), tape.numbers().end()},
                    .words = {tape.words().begin(), tape.words().end()}};
    // Blocks and arrays of nothing are no GLSL.
    result.numbers.resize(std::max<std::size_t>(4, (result.numbers.size() + 3) / 4 * 4));
    result.words.resize(std::max<std::size_t>(4, (result.words.size() + 3) / 4 * 4));
    result.text =
        fmt::format("layout(std140, binding = {}) uniform Settings {{ vec4 k[{}]; uvec4 w[{}]; }};\n",
                    kSettingsBinding, result.numbers.size() / 4, result.words.size() / 4);
    result.text += fmt::format("const float kMemoryLimit = {:.1e};\n", detail::kMemoryLimit);
    result.text += tape.declarations() + text;
    return result;
}

/// Statements that read a rule's memory into a variable and return it as recorded.
struct MemoryVariable {
    std::string name;
    std::string place;
    Vec3<ShaderNumber> value;

    static MemoryVariable read(Tape& tape, std::size_t column, std::string& text) {
        MemoryVariable memory{
            fmt::format("m{}", column), fmt::format("memory[{}u * uCount + slot]", column), {}};
        memory.value = tape.vector(memory.name);
        text += fmt::format("    vec3 {} = {}.xyz;\n", memory.name, memory.place);
        return memory;
    }

    /// Writes what the rule has made of it.
    void write(Tape& tape, const Vec3<ShaderNumber>& changed, std::size_t faults, std::string& text) const {
        text += statementsFor(tape, changed);
        const std::string fresh = fmt::format("{}n", name);
        text += fmt::format("    vec3 {} = {};\n", fresh, vectorOf(tape, changed));
        text += fmt::format("    {} = vec4(bounded({}, {}, kMemoryLimit), 0.0);\n", place, fresh, name);
        text += fmt::format("    if (!isFinite({})) {{\n        atomicAdd(faults[{}], 1u);\n    }}\n", fresh,
                            faults);
    }
};

/// A push that is not finite counts as none.
void addPush(Tape& tape, const Vec3<ShaderNumber>& push, std::size_t faults, std::string& text) {
    text += statementsFor(tape, push);
    text += fmt::format("    one = {};\n", vectorOf(tape, push));
    text += fmt::format(
        "    if (isFinite(one)) {{\n        push += one;\n    }} else {{\n        atomicAdd(faults[{}], "
        "1u);\n    }}\n",
        faults);
}

std::string definesOf(const NeighbourQuery& query) {
    using Kind = Perception::Kind;
    const Perception& perception = query.perception;
    std::string text = query.hasBlindCone() ? "#define HAS_BLIND_CONE\n" : "";
    switch (perception.kind) {
        case Kind::metric:
            return text + "#define IS_METRIC\n";
        case Kind::spread:
            return text + "#define IS_SPREAD\n#define FEW 3\n";
        case Kind::balanced:
            text += "#define IS_BALANCED\n";
            break;
        case Kind::voronoi:
            text += "#define IS_VORONOI\n";
            break;
        case Kind::nearest:
            break;
    }
    return text + fmt::format("#define FEW {}\n", perception.count);
}

void addLimits(Tape& tape, LimitStage stage, std::span<const Rule* const> limits, const Surroundings& around,
               const RulePlaces& places, std::string& text) {
    constexpr std::array<std::string_view, 3> kNames{"limitAcceleration", "limitVelocity", "limitPosition"};
    constexpr std::array<std::string_view, 3> kSound{"isFinite(acceleration)", "isFinite(velocity)",
                                                     "isFinite(velocity) && isFinite(position)"};
    const auto index = static_cast<std::size_t>(stage);
    text += fmt::format("void {}() {{\n    bool wasSound;\n", kNames[index]);
    int number = 0;  // of the rule in this stage
    for (const Rule* const rule : limits) {
        if (rule->info().stage != stage) {
            continue;
        }
        ++number;
        RuleRecording recording{.part = Part::limit, .around = around, .self = {}};
        recording.motion = {tape.vector("oldPosition"),  tape.vector("oldVelocity"),
                            tape.vector("acceleration"), tape.vector("velocity"),
                            tape.vector("position"),     tape.word("id")};
        const std::size_t column = places.memory(*rule);
        const std::size_t faults = places.faults(*rule);
        std::optional<MemoryVariable> memory;
        if (column != RulePlaces::kNone) {
            memory = MemoryVariable::read(tape, column, text);
            recording.memory = memory->value;
        }
        rule->record(recording);
        text += fmt::format("    wasSound = isFinite(acceleration) && {};\n", kSound[index]);
        std::vector<std::uint32_t> lines;
        std::string assignments;
        std::string values;  // all before the first assignment: one may be of a variable that another changes
        const auto assign = [&](std::string_view variable, const Vec3<ShaderNumber>& value) {
            addLines(value, lines);
            values += fmt::format("    vec3 {}{} = {};\n", variable, number, vectorOf(tape, value));
            assignments += fmt::format("    {0} = {0}{1};\n", variable, number);
        };
        if (stage == LimitStage::acceleration) {
            assign("acceleration", recording.motion.acceleration);
        } else {
            assign("velocity", recording.motion.velocity);
        }
        if (stage == LimitStage::position) {
            assign("position", recording.motion.position);
        }
        if (stage == LimitStage::position && rule->info().wrapsWorld) {
            assign("oldPosition", recording.motion.oldPosition);
        }
        if (memory) {
            memory->write(tape, recording.memory, faults, text);
        }
        text += tape.statements(lines) + values + assignments;
        text += fmt::format("    if (wasSound && !({})) {{\n        atomicAdd(faults[{}], 1u);\n    }}\n",
                            kSound[index], faults);
    }
    text += "}\n";
    tape.endBlock();
}

}  // namespace

std::vector<std::byte> RuleText::settings() const {
    std::vector<std::byte> bytes(4 * (numbers.size() + words.size()));
    std::memcpy(bytes.data(), numbers.data(), 4 * numbers.size());
    std::memcpy(bytes.data() + 4 * numbers.size(), words.data(), 4 * words.size());
    return bytes;
}

RuleText pairText(const PairSet& set, const Surroundings& around, const RulePlaces& places) {
    Tape tape;
    const Self<ShaderNumber> self{tape.vector("position"), tape.vector("velocity"), tape.word("id")};
    const ShaderTruth seen = everyLane<ShaderNumber>();
    Neighbours<ShaderNumber> others{tape.vector("offset", true),
                                    tape.number("distanceSq", true),
                                    tape.vector("otherVelocity", true),
                                    seen,
                                    self,
                                    set.query.radiusSq(),
                                    seen,
                                    tape.word("otherId", true),
                                    set.species,
                                    set.isOwn,
                                    {}};
    struct Summed {
        const Rule* rule;
        std::size_t first;  ///< of its sums
        std::size_t count;
    };
    std::vector<Summed> rules;
    std::vector<std::uint32_t> changed;
    std::string reads;
    std::string adds;
    std::size_t sums = 0;
    for (const Rule* const rule : set.rules) {
        RuleRecording recording{.part = Part::sums, .around = around, .self = self, .others = &others};
        rule->record(recording);
        for (std::size_t k = 0; k < recording.sums.size(); ++k) {
            recording.sums[k] = tape.number(fmt::format("s{}", sums + k), true);
        }
        others.kept = {};
        if (const std::size_t column = places.sharedMemory(*rule); column != RulePlaces::kNone) {
            others.kept = tape.vector(fmt::format("h{}", column), true);
            reads += fmt::format("    vec3 h{0} = sharedMemory[{0}u * uOthers + otherSlot].xyz;\n", column);
        }
        const std::vector<ShaderNumber> before = recording.sums;
        recording.part = Part::accumulate;
        rule->record(recording);
        for (std::size_t k = 0; k < recording.sums.size(); ++k) {
            if (recording.sums[k].line != before[k].line) {
                changed.push_back(recording.sums[k].line);
                adds += fmt::format("    s{} = {};\n", sums + k, tape.name(recording.sums[k].line));
            }
        }
        rules.push_back({rule, sums, recording.sums.size()});
        sums += recording.sums.size();
    }
    std::string variables;
    std::string zeros;
    for (std::size_t k = 0; k < sums; ++k) {
        variables += fmt::format("float s{};\n", k);
        zeros += fmt::format("    s{} = 0.0;\n", k);
    }
    // Values that are the same for all neighbours are computed once.
    const std::string outer = tape.statements(changed, true);
    std::string text = variables + "void beginRules() {\n" + zeros + outer + "}\n";
    text += "void accumulateRules() {\n" + reads + tape.statements(changed) + adds + "}\n";
    tape.endBlock();

    text += "vec3 steerByRules() {\n    vec3 push = vec3(0.0);\n    vec3 one;\n";
    const ShaderNumber weight = tape.number("weight");
    for (const Summed& each : rules) {
        RuleRecording recording{.part = Part::steer, .around = around, .self = self};
        for (std::size_t k = 0; k < each.count; ++k) {
            recording.sums.push_back(tape.number(fmt::format("s{}", each.first + k)) * weight);
        }
        const std::size_t column = places.memory(*each.rule);
        std::optional<MemoryVariable> memory;
        if (column != RulePlaces::kNone) {
            memory = MemoryVariable::read(tape, column, text);
            recording.memory = memory->value;
        }
        each.rule->record(recording);
        const std::size_t faults = places.faults(*each.rule);
        addPush(tape, recording.push, faults, text);
        if (memory) {
            memory->write(tape, recording.memory, faults, text);
        }
    }
    text += "    return push;\n}\n";
    RuleText result = withBlock(tape, text);
    result.text.insert(0, definesOf(set.query));
    return result;
}

RuleText sumsText(const Ground& ground, std::optional<Extremum> target) {
    Tape tape;
    if (!target) {
        return withBlock(tape, "");
    }
    const auto found = personalBest(ground, tape.vector("memory"), tape.vector("position"), *target);
    const Vec3<ShaderNumber> place{found.x, found.z, found.value};
    std::string text = "#define SEARCHES\nvec3 found() {\n" + statementsFor(tape, place);
    text += fmt::format("    return {};\n}}\n", vectorOf(tape, place));
    tape.endBlock();
    return withBlock(tape, text);
}

RuleText moveText(std::span<const Rule* const> fields, std::span<const Rule* const> limits,
                  const Surroundings& around, const RulePlaces& places) {
    Tape tape;
    std::string text = fmt::format("const float kSpeedLimit = {:.1e};\nconst float kWorldLimit = {:.1e};\n",
                                   kSpeedLimit, kWorldLimit);
    text += "vec3 steerByFields() {\n    vec3 push = vec3(0.0);\n    vec3 one;\n";
    const Self<ShaderNumber> self{tape.vector("position"), tape.vector("velocity"), tape.word("id")};
    for (const Rule* const rule : fields) {
        RuleRecording recording{.part = Part::steer, .around = around, .self = self};
        rule->record(recording);
        addPush(tape, recording.push, places.faults(*rule), text);
    }
    text += "    return push;\n}\n";
    tape.endBlock();
    for (const LimitStage stage : {LimitStage::acceleration, LimitStage::velocity, LimitStage::position}) {
        addLimits(tape, stage, limits, around, places, text);
    }
    RuleText result = withBlock(tape, text);
    const auto wraps = [](const Rule* rule) { return rule->info().wrapsWorld; };
    if (std::ranges::any_of(limits, wraps)) {
        result.text.insert(0, "#define WRAPS\n");
    }
    return result;
}

}  // namespace shoal
