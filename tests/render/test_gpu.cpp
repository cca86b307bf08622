#include <array>
#include <map>
#include <vector>

#include "catch.hpp"
#include "render/gl/gpu.hpp"

namespace shoal {
namespace {

using test::contains;

const GpuHint kSoftwareDevice{
    .isDevice = true, .extensions = "EGL_MESA_device_software EGL_EXT_x", .node = {}};
const GpuHint kMesaCard{.isDevice = true,
                        .extensions = "EGL_EXT_device_drm EGL_EXT_device_drm_render_node",
                        .node = "/dev/dri/card0"};
const GpuHint kNvidiaCard{
    .isDevice = true, .extensions = "EGL_NV_device_cuda EGL_EXT_device_drm", .node = "/dev/dri/card1"};
const GpuHint kUnknownDevice{.isDevice = true, .extensions = "EGL_MESA_device_softwarelike", .node = {}};
const GpuHint kPlatform{.isDevice = false, .extensions = {}, .node = {}};

const Gpu kLlvmpipe{.renderer = "llvmpipe (LLVM 15)", .version = "4.5 Mesa", .isSoftware = true};
const Gpu kRadeon{.renderer = "AMD Radeon", .version = "4.6 Mesa", .node = "/dev/dri/card0"};
const Gpu kGeforce{.renderer = "NVIDIA GeForce", .version = "4.6.0 NVIDIA 535", .node = "/dev/dri/card1"};

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

    Result<std::size_t> pick(const GpuChoice& choice = {}, bool prefersSoftware = false) {
        return pickGpu(hints, choice, prefersSoftware, open());
    }
};

/// As EGL lists them with both vendors' drivers. Software comes first to make the choice harder.
Machine twoCards() {
    return {.hints = {kPlatform, kSoftwareDevice, kMesaCard, kNvidiaCard},
            .gpus = {{0, kRadeon}, {1, kLlvmpipe}, {2, kRadeon}, {3, kGeforce}}};
}

GpuChoice number(int wanted) {
    return {.kind = GpuChoice::Kind::numbered, .number = wanted};
}

const GpuChoice kSoftware{.kind = GpuChoice::Kind::software};

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
    CHECK(*machine.pick({}, true) == 1);
    CHECK(*machine.pick(kSoftware) == 1);

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
    CHECK(*machine.pick(number(1)) == 1);
}

TEST_CASE("devices are numbered from one, cards first, each once", "[render][gpu]") {
    Machine machine = twoCards();
    machine.hints.push_back(kMesaCard);  // the same card again
    machine.gpus[4] = kRadeon;
    const std::vector<ListedGpu> listed = listGpus(machine.hints, machine.open());
    REQUIRE(listed.size() == 3);
    CHECK(listed[0].gpu == kRadeon);
    CHECK(listed[1].gpu == kGeforce);
    CHECK(listed[2].gpu == kLlvmpipe);
    CHECK(*machine.pick(number(2)) == 3);
    CHECK(*machine.pick(number(3)) == 1);
}

TEST_CASE("an unknown number is a problem that names the available devices", "[render][gpu]") {
    Machine machine = twoCards();
    for (const int wanted : {0, 4, -1}) {
        const auto picked = machine.pick(number(wanted));
        REQUIRE_FALSE(picked);
        CHECK_THAT(picked.problem().text, contains("1 (AMD Radeon), 2 (NVIDIA GeForce), 3 (llvmpipe"));
    }
}

TEST_CASE("without any device the problem says what to install", "[render][gpu]") {
    Machine machine{.hints = {kSoftwareDevice, kPlatform}, .gpus = {}};
    for (const GpuChoice& choice : {GpuChoice{}, kSoftware, number(1)}) {
        const auto picked = machine.pick(choice);
        REQUIRE_FALSE(picked);
        CHECK_THAT(picked.problem().text, contains("apt-get install"));
    }
    Machine noSoftware{.hints = {kNvidiaCard}, .gpus = {{0, kGeforce}}};
    CHECK_FALSE(noSoftware.pick(kSoftware));
    CHECK(*noSoftware.pick({}, true) == 0);  // better than nothing
}

TEST_CASE("a window is directed to a device through the drivers' own variables", "[render][gpu]") {
    CHECK(windowEnvironment(kLlvmpipe, "").at("LIBGL_ALWAYS_SOFTWARE") == "1");
    CHECK(windowEnvironment(kGeforce, "0000:01:00.0").at("__GLX_VENDOR_LIBRARY_NAME") == "nvidia");
    CHECK(windowEnvironment(kRadeon, "0000:03:00.0").at("DRI_PRIME") == "pci-0000_03_00_0");
    CHECK(windowEnvironment(kRadeon, "").empty());
}

}  // namespace
}  // namespace shoal
