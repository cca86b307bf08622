#include "app/stage/ghost.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

namespace shoal {
namespace {

using Animal = Tracks::Animal;

constexpr std::uint32_t kPale = 0x8cfff5ebu;  // sRGB and opacity, as LinePoint::colour
constexpr std::uint32_t kEnd = 0x00fff5ebu;
constexpr float kWaist = 0.15f;  // [body lengths] width of a dart
constexpr float kTip = 0.02f;

Vec3f middleOf(const std::vector<Animal>& animals) {
    Vec3f sum;
    for (const Animal& animal : animals) {
        sum += animal.position;
    }
    return sum * (1.0f / static_cast<float>(std::max<std::size_t>(animals.size(), 1)));
}

float radiusOf(const std::vector<Animal>& animals) {
    if (animals.empty()) {
        return 0.0f;
    }
    const Vec3f middle = middleOf(animals);
    std::vector<float> distances;
    std::ranges::transform(animals, std::back_inserter(distances), [&](const Animal& animal) {
        return std::sqrt(lengthSq(animal.position - middle));
    });
    const auto at = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 9 / 10);
    std::ranges::nth_element(distances, at);
    return *at;
}

/// Interpolates between two frames the animals that are in both. `part`: 0 is the first frame, 1 the second.
std::vector<Animal> between(const std::vector<Animal>& first, const std::vector<Animal>& second, float part) {
    std::vector<Animal> animals;
    auto next = second.begin();
    for (const Animal& animal : first) {
        next = std::find_if(next, second.end(), [&](const Animal& other) { return other.id >= animal.id; });
        if (next == second.end()) {
            break;
        }
        if (next->id == animal.id) {
            animals.push_back({.id = animal.id,
                               .position = animal.position * (1.0f - part) + next->position * part,
                               .velocity = animal.velocity * (1.0f - part) + next->velocity * part});
        }
    }
    return animals;
}

std::vector<Animal> animalsAt(const std::vector<Tracks::Frame>& frames, double seconds) {
    const double from = frames.front().time;
    const double length = frames.back().time - from;
    if (!(length > 0.0)) {
        return frames.front().animals;
    }
    const double time = from + seconds - std::floor(seconds / length) * length;
    const auto after = std::ranges::upper_bound(frames, time, {}, &Tracks::Frame::time);
    if (after == frames.end() || after == frames.begin()) {
        return frames.back().animals;
    }
    const Tracks::Frame& before = *std::prev(after);
    return between(before.animals, after->animals,
                   static_cast<float>((time - before.time) / (after->time - before.time)));
}

}  // namespace

Ghost::Ghost(std::shared_ptr<const Tracks> tracks) {
    auto ordered = std::make_shared<Tracks>(*tracks);
    for (Tracks::Frame& frame : ordered->frames) {
        std::ranges::sort(frame.animals, {}, &Animal::id);
        m_radius = std::max(m_radius, radiusOf(frame.animals));
    }
    m_tracks = std::move(ordered);
}

void Ghost::addLines(double seconds, const Vec3f& centre, float bodyLength,
                     std::vector<LinePoint>& lines) const {
    const std::vector<Animal> animals = animalsAt(m_tracks->frames, seconds);
    const Vec3f move = centre - middleOf(animals);
    for (const Animal& animal : animals) {
        const float speed = std::sqrt(lengthSq(animal.velocity));
        const Vec3f along = speed > 0.0f ? animal.velocity * (0.5f * bodyLength / speed)
                                         : Vec3f{0.5f * bodyLength, 0.0f, 0.0f};
        const Vec3f place = animal.position + move;
        lines.push_back({.place = place + along, .width = kTip * bodyLength, .colour = kPale});
        lines.push_back({.place = place, .width = kWaist * bodyLength, .colour = kPale});
        lines.push_back({.place = place - along, .width = kTip * bodyLength, .colour = kEnd});
    }
}

}  // namespace shoal
