// The colours of bodies and their legend.

#include "viewer/colour/colouring.hpp"

#include <utility>

#include "viewer/colour/palettes.hpp"

namespace shoal::test {

namespace {

using ColourBy = LookSettings::ColourBy;

/// Returns fish along x with speeds of 0, 1, 2, … m/s.
Simulation fish(int count, ColourBy quantity) {
    Scene scene;
    scene.look.colourBy = quantity;
    scene.species.emplace_back().count = 0;
    Simulation simulation = *Simulation::create(scene);
    std::vector<Vec3f> positions;
    std::vector<Vec3f> velocities;
    for (int id = 0; id < count; ++id) {
        positions.push_back({0.2f * static_cast<float>(id), 0.0f, 0.0f});
        velocities.push_back({static_cast<float>(id), 0.0f, 0.0f});
    }
    REQUIRE(simulation.place(0, positions, velocities));
    return simulation;
}

int redOf(std::uint32_t colour) {
    return static_cast<int>(colour & 0xffu);
}

void choose(Simulation& simulation, ColourBy quantity) {
    REQUIRE(simulation.apply({"look.colour_by", static_cast<double>(quantity)}));
}

}  // namespace

TEST_CASE("natural colours cost nothing and have no legend", "[app][colour]") {
    Colouring colouring;
    CHECK_FALSE(colouring.update(fish(5, ColourBy::species), true, std::nullopt));
    CHECK(colouring.colours().empty());
    CHECK_FALSE(colouring.legend());
}

TEST_CASE("distances between two flocks are shown in place of any quantity, and end without a trace",
          "[app][colour][what_if]") {
    for (const ColourBy quantity : {ColourBy::species, ColourBy::speed, ColourBy::heading}) {
        CAPTURE(static_cast<int>(quantity));
        const Simulation simulation = fish(5, quantity);
        const LookSettings::Palette palette = simulation.scene().look.palette;
        Colouring colouring;
        colouring.update(simulation, true, std::nullopt);
        const std::vector<std::vector<std::uint32_t>> usual(colouring.colours().begin(),
                                                            colouring.colours().end());
        const bool hadLegend = colouring.legend().has_value();
        const BoidValues distances{{0.0f, 0.1f, 1.0f, 20.0f}};  // of four boids: one was added since
        colouring.showDistances(&distances, 0.1f);
        CHECK(colouring.update(simulation, false, std::nullopt));
        const std::vector<std::uint32_t>& colours = colouring.colours()[0];
        const std::uint32_t low = packedColour(paletteColour(palette, 0.0f));
        const std::uint32_t high = packedColour(paletteColour(palette, 1.0f));
        REQUIRE(colours.size() == 5);
        CHECK((colours[0] == low && colours[1] == low && colours[4] == low));
        CHECK((colours[2] != low && colours[2] != high));
        CHECK(colours[3] == high);
        CHECK(colouring.legend()->ticks == std::vector<std::string>{"0.1", "1", "10"});
        colouring.showDistances(nullptr, 0.0f);
        CHECK(colouring.update(simulation, false, std::nullopt));
        CHECK(std::vector(colouring.colours().begin(), colouring.colours().end()) == usual);
        CHECK(colouring.legend().has_value() == hadLegend);
    }
}

TEST_CASE("the slowest boid has the palette's low end, the fastest its high end", "[app][colour]") {
    Colouring colouring;
    CHECK(colouring.update(fish(6, ColourBy::speed), true, std::nullopt));
    REQUIRE(colouring.colours().size() == 1);
    const std::vector<std::uint32_t>& colours = colouring.colours()[0];
    REQUIRE(colours.size() == 6);
    CHECK(colours.front() == 0xff540144u);  // viridis, opaque; the lowest byte is red
    CHECK(colours.back() == 0xff25e7fdu);
    const auto& legend = colouring.legend();
    REQUIRE(legend);
    CHECK(legend->title == "Speed [m/s]");
    CHECK(legend->ticks == std::vector<std::string>{"0", "2.5", "5"});
    CHECK(legend->bar.front() == paletteColour(LookSettings::Palette::viridis, 0.0f));
    CHECK(legend->bar.back() == paletteColour(LookSettings::Palette::viridis, 1.0f));
}

TEST_CASE("every quantity has a legend that names it, with its unit", "[app][colour]") {
    Simulation simulation = fish(6, ColourBy::species);
    Colouring colouring;
    const std::vector<std::string> titles{
        "", "Speed [m/s]", "Heading", "Height [m]", "Neighbours", "Nearest neighbour [m]", "Steering [m/s²]"};
    REQUIRE(titles.size() == LookSettings::coloursBy.size());
    for (std::size_t quantity = 1; quantity < titles.size(); ++quantity) {
        choose(simulation, static_cast<ColourBy>(quantity));
        CHECK(colouring.update(simulation, true, std::nullopt));
        REQUIRE(colouring.legend());
        CHECK(colouring.legend()->title == titles[quantity]);
        CHECK_FALSE(colouring.legend()->bar.empty());
        if (titles[quantity].find('[') != std::string::npos) {
            CHECK(colouring.legend()->ticks.size() == 3);
        }
    }
    choose(simulation, ColourBy::species);
    CHECK(colouring.update(simulation, true, std::nullopt));
    CHECK_FALSE(colouring.legend());
}

TEST_CASE("the palette chosen is the one drawn", "[app][colour]") {
    Simulation simulation = fish(6, ColourBy::speed);
    REQUIRE(simulation.apply({"look.palette", static_cast<double>(LookSettings::Palette::cividis)}));
    Colouring colouring;
    colouring.update(simulation, true, std::nullopt);
    CHECK(colouring.colours()[0].front() == 0xff4e2200u);
    CHECK(redOf(colouring.colours()[0].back()) == 0xfe);
}

TEST_CASE("slow quantities lag behind a live picture, but never behind a capture", "[app][colour]") {
    Simulation simulation = fish(6, ColourBy::nearest);
    Colouring colouring;
    CHECK(colouring.update(simulation, true, 10.0));
    CHECK_FALSE(colouring.update(simulation, true, 10.05));
    // A flock that has just paused is updated once more.
    CHECK(colouring.update(simulation, false, 1000.0));
    CHECK_FALSE(colouring.update(simulation, false, 2000.0));
    CHECK(colouring.update(simulation, true, 2000.0));
    CHECK(colouring.update(simulation, true, std::nullopt));
    // Another quantity does not wait.
    choose(simulation, ColourBy::neighbours);
    CHECK(colouring.update(simulation, true, 2000.0));
    // A fast quantity is updated for every state.
    choose(simulation, ColourBy::speed);
    CHECK(colouring.update(simulation, true, 2000.0));
    CHECK(colouring.update(simulation, true, 2000.0));
}

TEST_CASE("beside the frame, slow colours come later, and each answer is shown", "[app][colour]") {
    Simulation simulation = fish(6, ColourBy::nearest);
    Background background;
    std::function<void(const std::optional<Checkpoint>&)> asked;
    int copies = 0;
    Colouring colouring;
    colouring.studyBeside(background, [&](auto then) {
        asked = std::move(then);
        ++copies;
    });
    const auto shows = [&](double now) {
        for (int tries = 0; tries < 2000; ++tries) {
            background.drain();
            if (colouring.update(simulation, true, now)) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    };
    CHECK(colouring.update(simulation, true, 10.0));  // no colours of another quantity meanwhile
    CHECK_FALSE(colouring.legend());
    CHECK_FALSE(colouring.update(simulation, true, 10.1));
    CHECK(copies == 1);
    asked(simulation.checkpoint());
    CHECK(shows(10.2));
    CHECK(colouring.legend());
    CHECK(colouring.colours()[0].size() == 6);
    // A later question, whose answer no memory is left for, is asked again.
    CHECK_FALSE(colouring.update(simulation, true, 20.0));
    CHECK(copies == 2);
    asked(std::nullopt);
    CHECK_FALSE(colouring.update(simulation, true, 30.0));
    CHECK(copies == 3);
    asked(simulation.checkpoint());
    CHECK(shows(40.0));
    CHECK(copies == 3);
}

TEST_CASE("slow work is done ten times a second, and for a tenth of the time at most", "[app][colour]") {
    RefreshBudget budget(0.1);
    CHECK(budget.isDue(0.0));
    budget.note(5.0, 0.001);
    CHECK_FALSE(budget.isDue(5.09));
    CHECK(budget.isDue(5.11));
    budget.note(6.0, 0.4);
    CHECK_FALSE(budget.isDue(9.9));
    CHECK(budget.isDue(10.1));
}

}  // namespace shoal::test
