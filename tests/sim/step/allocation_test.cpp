// A separate program, because it replaces operator new throughout.
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include <shoal/preset.hpp>

#include "sim/trial.hpp"

namespace {

std::atomic<std::size_t> allocationCount{0};
std::atomic<std::size_t> heldBytes{0};

void* allocate(std::size_t bytes, std::size_t alignment) {
    ++allocationCount;
    // aligned_alloc needs a multiple of the alignment.
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) {
        std::abort();
    }
    heldBytes += malloc_usable_size(memory);
    return memory;
}

/// Not inlined, because g++ would warn that free() takes memory from operator new.
[[gnu::noinline]] void release(void* memory) {
    heldBytes -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) {
    return allocate(bytes, alignof(std::max_align_t));
}
void* operator new[](std::size_t bytes) {
    return allocate(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
// The sanitizers bring their own versions of these, whose memory is not ours to free.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, alignof(std::max_align_t));
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
    return allocate(bytes, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete[](void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    release(memory);
}

using namespace shoal;
using namespace shoal::test;

namespace {

Scene steadyScene(const std::string& assignments = "") {
    Scene scene = sceneWith({"world.width=6", "world.height=6", "world.depth=6", "count=400",
                             "start.radius=8", "perception.radius=1", "separation.enabled=on",
                             "separation.radius=1", "alignment.enabled=on", "limit_speed.enabled=on",
                             "limit_speed.max=1", "wander.enabled=on", "contain.enabled=on"});
    std::istringstream words(assignments);
    for (std::string assignment; words >> assignment;) {
        REQUIRE(scene.applyText(assignment));
    }
    return scene;
}

}  // namespace

TEST_CASE("the counter counts", "[sim][allocation]") {
    const std::size_t before = allocationCount;
    const std::string text(1000, 'x');
    CHECK(allocationCount > before);
    CHECK(text.size() == 1000);
}

TEST_CASE("a small flock does not keep the memory of a large one", "[sim][allocation]") {
    const Scene small = steadyScene();
    Scene large = small;
    REQUIRE(large.applyText("count=100000"));
    const std::size_t before = heldBytes;
    Simulation simulation = *Simulation::create(large, {.threads = 1, .isa = {}});
    simulation.step();
    const std::size_t largeBytes = heldBytes - before;
    SECTION("after loading it") {
        REQUIRE(simulation.load(small));
    }
    SECTION("after lowering the number of boids") {
        REQUIRE(simulation.apply({"count", 400.0}));
    }
    SECTION("after resuming from a checkpoint") {
        const Checkpoint checkpoint = Simulation::create(small, {.threads = 1, .isa = {}})->checkpoint();
        REQUIRE(simulation.resume(checkpoint));
    }
    SECTION("after placing it") {
        REQUIRE(simulation.place(0, std::vector<Vec3f>(400), std::vector<Vec3f>(400, {0.5f, 0.0f, 0.0f})));
    }
    simulation.step();
    CHECK(heldBytes - before < largeBytes / 10);
}

TEST_CASE("a step allocates nothing once warm", "[sim][allocation]") {
    std::vector<std::string> scenes{
        "decision_rate=10 perception.max_candidates=64",
        "decision_rate=10 perception.max_candidates=4096",
        "flock_cohesion.enabled=on flock_alignment.enabled=on direction_memory.enabled=on "
        "own_speed.enabled=on",
        "count=1200 perception.max_candidates=64",
        "count=1200 perception.max_candidates=64 contain.enabled=off wrap.enabled=on",
    };
    for (const std::string kind : {"metric", "nearest", "balanced", "voronoi"}) {
        for (const std::string wall : {"contain", "wrap", "bounce"}) {
            scenes.push_back("contain.enabled=off perception.kind=" + kind + " " + wall + ".enabled=on");
        }
    }
    for (const std::string& scene : scenes) {
        for (const bool isFused : {true, false}) {
            CAPTURE(scene, isFused);
            Simulation simulation =
                *Simulation::create(steadyScene(scene), {.threads = 1, .isa = {}, .isFused = isFused});
            // A flock is warm after its densest moment, so these scenes are steady: walls all around and no
            // start from a point.
            runSteps(simulation, 200);
            const std::size_t before = allocationCount;
            runSteps(simulation, 40);
            CHECK(allocationCount == before);
        }
    }
}
