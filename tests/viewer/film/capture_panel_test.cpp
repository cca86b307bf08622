// The capture panel, built without a window and driven by a simulated mouse.

#include "viewer/film/capture_panel.hpp"

#include <fmt/format.h>

#include "ui/text/value_text.hpp"
#include "viewer/panel_harness.hpp"

namespace shoal::test {

namespace {

using Kind = CaptureSettings::Kind;

/// The capture panel in the harness of the main panel, whose mouse and context it uses.
class CaptureHarness {
public:
    explicit CaptureHarness(float width = 1280.0f, float scale = 1.0f)
        : m_scale(scale), m_other(builtinScene(), scale, {width, 900.0f * scale}) {
        for (int settling = 0; settling < 3; ++settling) {
            frame();
        }
    }

    Asked frame() {
        Asked asked;
        m_probe.beginFrame();
        ImGui::NewFrame();
        m_panel.build(input, settings, {m_scale, &m_probe}, asked.commands);
        ImGui::Render();
        return asked;
    }

    Asked click(const std::string& key) {
        const UiProbe::Item at = item(key);
        m_other.moveMouse({(at.min.x + at.max.x) / 2, (at.min.y + at.max.y) / 2});
        Asked all = frame();
        for (const bool isDown : {true, false}) {
            m_other.pressMouse(isDown);
            for (int each = 0; each < 2; ++each) {
                const Asked next = frame();
                all.commands.insert(all.commands.end(), next.commands.begin(), next.commands.end());
            }
        }
        return all;
    }

    bool has(const std::string& key) const { return m_probe.find(key) != nullptr; }
    const UiProbe& probe() const { return m_probe; }

    const UiProbe::Item& item(const std::string& key) const {
        INFO("looking for " << key);
        const UiProbe::Item* found = m_probe.find(key);
        REQUIRE(found != nullptr);
        return *found;
    }

    CapturePanelInput input;
    CaptureSettings settings;

private:
    float m_scale;
    PanelHarness m_other;
    CapturePanel m_panel;
    UiProbe m_probe;
};

std::string keyOf(const Parameter& parameter) {
    return "capture." + std::string(parameter.declared.key);
}

}  // namespace

TEST_CASE("the capture panel shows every setting that applies", "[ui][capture]") {
    CaptureHarness panel;
    std::vector<CaptureSettings> cases(4);
    cases[1].size = CaptureSettings::Size::other;
    cases[1].rate = CaptureSettings::Rate::other;
    cases[2].isEndless = false;
    cases[2].shutter = 3.0f;
    cases[3].kind = Kind::picture;
    for (const CaptureSettings& settings : cases) {
        panel.settings = settings;
        panel.frame();
        for (const Parameter& parameter : CaptureSettings::parameters) {
            CAPTURE(parameter.declared.key);
            CHECK(panel.has(keyOf(parameter)) == isCaptureSettingShown(settings, parameter.declared.key));
        }
    }
}

TEST_CASE("a setting is marked as changed if it differs from this machine's default", "[ui][capture]") {
    CaptureHarness panel;
    panel.settings.isEndless = false;
    panel.settings.shutter = panel.input.usual.shutter = 0.0f;  // as in software
    panel.frame();
    CHECK_FALSE(panel.has("capture.shutter.reset"));
    panel.input.usual = {};
    panel.frame();
    CHECK(panel.has("capture.shutter.reset"));
}

TEST_CASE("every kind of capture can be chosen, and a GIF sets a rate that it can hold", "[ui][capture]") {
    CaptureHarness panel;
    for (std::size_t kind = CaptureSettings::kKinds.size(); kind-- > 0;) {
        CAPTURE(CaptureSettings::kKinds[kind]);
        panel.click("capture.kind");
        panel.click("capture.kind." + std::string(CaptureSettings::kKinds[kind]));
        CHECK(panel.settings.kind == static_cast<Kind>(kind));
        CHECK(panel.settings.rate == (panel.settings.kind == Kind::gif    ? CaptureSettings::Rate::r20
                                      : panel.settings.kind == Kind::webp ? CaptureSettings::Rate::r15
                                                                          : CaptureSettings::Rate::r30));
    }
}

TEST_CASE("a card sets what it names and starts the capture", "[ui][capture]") {
    struct Wanted {
        const char* card;
        Kind kind;
        CaptureSettings::Size size;
        bool isLoop;
    };
    for (const Wanted& wanted : {Wanted{"clip", Kind::mp4, CaptureSettings::Size::p1080, false},
                                 Wanted{"reel", Kind::mp4, CaptureSettings::Size::upright, false},
                                 Wanted{"loop", Kind::webp, CaptureSettings::Size::window, true},
                                 Wanted{"still", Kind::picture, CaptureSettings::Size::p1080, false}}) {
        CaptureHarness panel;
        panel.settings.shutter = 1.0f;
        panel.settings.exposures = 5;
        panel.settings.hasCaption = true;
        CAPTURE(wanted.card);
        CHECK(panel.click(fmt::format("capture.card.{}", wanted.card)).has(Run{"film"}));
        CHECK(panel.settings.kind == wanted.kind);
        CHECK(panel.settings.size == wanted.size);
        CHECK(panel.settings.isLoop == wanted.isLoop);
        CHECK(panel.settings.largest == (wanted.isLoop ? 3.0f : 0.0f));
        CHECK(panel.settings.shutter == 1.0f);
        CHECK(panel.settings.exposures == 5);
        CHECK(panel.settings.hasCaption);
        CHECK_FALSE(panel.settings.isEndless);
    }
}

TEST_CASE("options that a kind does not support are greyed and say why", "[ui][capture]") {
    CaptureHarness panel;
    for (const auto kind :
         {Kind::mp4, Kind::mkv, Kind::gif, Kind::webm, Kind::apng, Kind::folder, Kind::picture}) {
        CAPTURE(static_cast<int>(kind));
        panel.settings = {};
        panel.settings.kind = kind;
        panel.frame();
        const bool isRefused = !captureRefusal(panel.settings, "transparent").empty();
        CHECK(isRefused == (kind == Kind::mp4 || kind == Kind::mkv || kind == Kind::gif));
        panel.click("capture.transparent");
        CHECK(panel.settings.isTransparent == !isRefused);
    }
    CaptureSettings picture;
    picture.kind = Kind::picture;
    picture.shutter = 3.0f;
    CHECK_FALSE(captureRefusal(picture, "shutter").empty());
    const CaptureSettings effective = effectiveCapture(picture);
    CHECK(effective.shutter == 0.0f);
    CHECK(effective.exposures == 1);
    picture.kind = Kind::mp4;
    picture.isTransparent = true;
    CHECK_FALSE(effectiveCapture(picture).isTransparent);
}

TEST_CASE("the one button starts, then stops, and meanwhile no setting is shown", "[ui][capture]") {
    CaptureHarness panel;
    CHECK(panel.click("capture.button").has(Run{"film"}));
    panel.input.progress.recorded = 12.0;
    panel.frame();
    CHECK(panel.has("capture.film"));
    for (const Parameter& setting : CaptureSettings::parameters) {
        CHECK_FALSE(panel.has(keyOf(setting)));
    }
    CHECK(panel.click("capture.button").has(Run{"film"}));
    // The second click of a double click is no Stop.
    panel.input.progress.recorded = 0.1;
    panel.frame();
    CHECK_FALSE(panel.click("capture.button").has(Run{"film"}));
    CHECK(panel.click("capture.close").has(Run{"film_panel"}));
}

TEST_CASE("a film being made can be cancelled once, while the next is set and recorded", "[ui][capture]") {
    CaptureHarness panel;
    CHECK_FALSE(panel.has("capture.cancel_film"));
    CHECK_FALSE(panel.has("capture.cancel_recording"));
    panel.input.progress.file = "reef-20261121-090312.mp4";
    panel.input.progress.done = "frames 12/300, 0:12 left";
    panel.frame();
    CHECK(panel.has("capture.kind"));
    CHECK_FALSE(panel.has("capture.more"));
    CHECK(panel.click("capture.cancel_film").has(Run{"cancel_film"}));
    panel.input.progress.isCancelled = true;
    panel.input.progress.waiting = 2;
    panel.input.progress.recorded = 1.0;
    panel.frame();
    CHECK(panel.has("capture.more"));
    CHECK_FALSE(panel.click("capture.cancel_film").has(Run{"cancel_film"}));
    CHECK(panel.click("capture.cancel_recording").has(Run{"cancel_recording"}));
    CHECK(panel.click("capture.button").has(Run{"film"}));
}

TEST_CASE("the capture panel leaves the plots below free", "[ui][capture]") {
    CaptureHarness panel;
    panel.input.coveredBelow = 500.0f;  // of 900
    panel.frame();
    for (const UiProbe::Item& item : panel.probe().items()) {
        CAPTURE(item.key, item.min.y);
        CHECK((!item.isVisible || item.min.y < 400.0f));
        CHECK(item.max.x < 1280.0f - 12.0f);
    }
}

TEST_CASE("the capture panel cuts off no text, at any scale", "[ui][capture]") {
    for (const float scale : {1.0f, 1.5f, 2.0f}) {
        CaptureHarness panel(1280.0f * scale, scale);
        panel.settings.size = CaptureSettings::Size::other;
        panel.settings.rate = CaptureSettings::Rate::other;
        panel.settings.shutter = 3.0f;
        for (const bool isRecording : {false, true}) {
            panel.input.progress = {.recorded = {},
                                    .length = 3600.0,
                                    .file = "reef-20261121-090312.mp4",
                                    .done = "frames finished 123456/234567, 120:00 left",
                                    .part = 0.5f,
                                    .isCancelled = false,
                                    .waiting = 3};
            if (isRecording) {
                panel.input.progress.recorded = 3599.9;
            }
            panel.frame();  // its height follows the content of the frame before
            panel.frame();
            for (const UiProbe::Item& item : panel.probe().items()) {
                CAPTURE(scale, item.key);
                CHECK_FALSE(item.isCutOff);
                CHECK(item.isVisible);
            }
        }
    }
}

TEST_CASE("a film that waits for the viewer to continue says so", "[ui][capture]") {
    CaptureHarness panel;
    panel.input.progress.recorded = 1.0;
    panel.input.isWaiting = true;
    panel.frame();
    CHECK(panel.has("capture.waiting"));
}

TEST_CASE("the panel's buttons take a picture and open the capture panel", "[ui][capture][panel]") {
    PanelHarness panel(builtinScene());
    CHECK(panel.click("button.picture").has(Run{"picture"}));
    const PanelAnswer asked = panel.click("button.capture");
    CHECK(asked.has(Run{"film_panel"}));
    CHECK_FALSE(asked.has(Run{"picture"}));
}

TEST_CASE("a point's heading describes its effect, and its sliders span the world", "[ui][panel]") {
    Scene scene = builtinScene();
    scene.attractors.push_back({.name = "lure", .pull = 5.0f});
    PanelHarness panel(scene);
    panel.click("heading.attractor.lure");
    panel.drag("attractor.lure.x", 0.5f, 1.2f);
    const auto half = static_cast<double>(scene.world.halfExtent().x);
    CHECK(*panel.scene().value("attractor.lure.x") == approx(half).margin(0.01 * half));
    panel.drag("attractor.lure.pull", 0.5f, -0.2f);
    CHECK(*panel.scene().value("attractor.lure.pull") < 0.0);
}

TEST_CASE("a mark is shown for what is recorded, and one for what is made", "[ui][capture]") {
    PanelHarness harness(builtinScene());
    const auto drawn = [](const FilmProgress& progress, std::optional<double> take) {
        ImGui::NewFrame();
        const int before = ImGui::GetBackgroundDrawList()->VtxBuffer.Size;
        buildRecordingMarks(progress, take, {1.0f, nullptr}, false);
        const int added = ImGui::GetBackgroundDrawList()->VtxBuffer.Size - before;
        ImGui::Render();
        return added;
    };
    FilmProgress progress;
    CHECK(drawn(progress, {}) == 0);
    const int take = drawn(progress, 1.0);
    CHECK(take > 0);
    progress.recorded = 1.0;
    CHECK(drawn(progress, 1.0) == take);  // "Film" in place of "Take"
    progress.file = "reef.mp4";
    CHECK(drawn(progress, 1.0) > take);
}

}  // namespace shoal::test
