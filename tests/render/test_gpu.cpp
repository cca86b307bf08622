#include "render/gl/gpu.hpp"

namespace shoal {
namespace {

using test::contains;

const GpuHint kSoftwareDevice{.isDevice = true, .extensions = "EGL_MESA_device_software EGL_EXT_x"};
const GpuHint kMesaCard{.isDevice = true, .extensions = "EGL_EXT_device_drm EGL_EXT_device_drm_render_node"};
const GpuHint kNvidiaCard{.isDevice = true, .extensions = "EGL_NV_device_cuda EGL_EXT_device_drm"};
const GpuHint kUnknownDevice{.isDevice = true, .extensions = "EGL_MESA_device_softwarelike"};
const GpuHint kPlatform{.isDevice = false, .extensions = {}};

const Gpu kLlvmpipe{.renderer = "llvmpipe (LLVM 15)", .version = "4.5 Mesa", .isSoftware = true};
const Gpu kRadeon{.renderer = "AMD Radeon", .version = "4.6 Mesa"};
const Gpu kGeforce{.renderer = "NVIDIA GeForce", .version = "4.6.0 NVIDIA 535"};

/// A simulated machine: EGL's hints about each display, and the device that a context on it reports.
struct Machine {
    std::vector<GpuHint> hints;
    std::map<std::size_t, Gpu> gpus;  ///< a display that is not listed gives no context
    std::vector<std::size_t> opened = {};

    OpenGpu open() {
        return [this](std::size_t index) -> std::optional<Gpu> {
            opened.push_back(index);
            const auto found = gpus.find(index);
            return found == gpus.end() ? std::nullopt : std::optional(found->second);
        };
    }

    Result<std::size_t> pick(GpuChoice choice = GpuChoice::best, bool prefersSoftware = false) {
        return pickGpu(hints, choice, prefersSoftware, open());
    }
};

/// As EGL lists them with both vendors' drivers. Software comes first to make the choice harder.
Machine twoCards() {
    return {.hints = {kPlatform, kSoftwareDevice, kMesaCard, kNvidiaCard},
            .gpus = {{0, kRadeon}, {1, kLlvmpipe}, {2, kRadeon}, {3, kGeforce}}};
}

TEST_CASE("cards are tried before software, and devices before platforms", "[render][gpu]") {
    const std::array hints{kPlatform, kSoftwareDevice, kUnknownDevice, kMesaCard, kNvidiaCard};
    CHECK(gpuOrder(hints, false) == std::vector<std::size_t>{3, 4, 2, 1, 0});
    CHECK(gpuOrder(hints, true) == std::vector<std::size_t>{1, 3, 4, 2, 0});
    CHECK(gpuOrder({}, false).empty());
}

TEST_CASE("a card is chosen if there is one, software if it is preferred or alone", "[render][gpu]") {
    Machine machine = twoCards();
    CHECK(*machine.pick() == 2);
    CHECK(machine.opened == std::vector<std::size_t>{2});
    CHECK(*machine.pick(GpuChoice::best, true) == 1);
    CHECK(*machine.pick(GpuChoice::software) == 1);

    Machine alone{.hints = {kSoftwareDevice, kPlatform}, .gpus = {{0, kLlvmpipe}, {1, kLlvmpipe}}};
    CHECK(*alone.pick() == 0);
    CHECK(alone.opened == std::vector<std::size_t>{0});  // creating a context takes time
}

TEST_CASE("a card without a driver loses to one with a driver", "[render][gpu]") {
    // Mesa draws for this card in software, or refuses.
    Machine machine{.hints = {kMesaCard, kNvidiaCard, kSoftwareDevice},
                    .gpus = {{0, kLlvmpipe}, {1, kGeforce}, {2, kLlvmpipe}}};
    CHECK(*machine.pick() == 1);
    machine.gpus.erase(0);
    CHECK(*machine.pick() == 1);
    machine.gpus.erase(1);
    CHECK(*machine.pick() == 2);
}

TEST_CASE("a platform's display is used if there are no devices", "[render][gpu]") {
    Machine machine{.hints = {kPlatform, kPlatform}, .gpus = {{1, kRadeon}}};
    CHECK(*machine.pick() == 1);
}

TEST_CASE("without any device the problem says what to install", "[render][gpu]") {
    Machine machine{.hints = {kSoftwareDevice, kPlatform}, .gpus = {}};
    for (const GpuChoice choice : {GpuChoice::best, GpuChoice::software}) {
        const auto picked = machine.pick(choice);
        REQUIRE_FALSE(picked);
        CHECK_THAT(picked.problem().text, contains("apt-get install"));
    }
    Machine noSoftware{.hints = {kNvidiaCard}, .gpus = {{0, kGeforce}}};
    CHECK_FALSE(noSoftware.pick(GpuChoice::software));
    CHECK(*noSoftware.pick(GpuChoice::best, true) == 0);  // better than nothing
}

}  // namespace
}  // namespace shoal
