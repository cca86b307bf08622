#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/ground.hpp>
#include <shoal/parameter.hpp>
#include <shoal/result.hpp>
#include <shoal/rule_set.hpp>
#include <shoal/world.hpp>

namespace shoal {

/// Which other boids count as a boid's neighbours. A pair rule may have a shorter range, never a longer one.
struct Perception {
    enum class Kind {
        metric,   ///< all within the radius
        nearest,  ///< the `count` nearest within the radius: topological (Ballerini et al. 2008)
        /// Three within the radius: the closest, the second closest, and the closest of the rest that is
        /// farther away than `spread` times the closest (Carpentier 2006). If the second is itself that far
        /// away, the third closest; if none qualifies, only two.
        spread,
        /// The nearest in each of the eight octants of the boid's own frame, among its `count` nearest within
        /// the radius: up to eight, on all sides (after Camperi et al. 2012, whose neighbours are balanced by
        /// angles).
        balanced,
        /// Of the `count` nearest within the radius, those whose Voronoi cells touch the boid's, all seen
        /// from above: no point on a level plane is as near to both if a third is nearer (after Gautrais et
        /// al. 2012, whose fish swim in shallow water).
        voronoi,
    };

    Kind kind = Kind::metric;
    float radius = 1.0f;      ///< [m]
    int count = 7;            ///< maximum, for `nearest`; how many `balanced` and `voronoi` search
    float spread = 4.0f;      ///< for `spread`
    float blindAngle = 0.0f;  ///< [rad] full opening of the blind cone behind the boid
    /// Maximum number of candidates for a boid. If the cells around it hold more, it searches a random sample
    /// of this size, drawn anew at each step, and each sampled boid is weighted to stand for the others: sums
    /// keep their expected value, means stay means. All kinds but `metric` choose from a sample eight times
    /// as large.
    int maxCandidates = 512;

    static constexpr std::array<std::string_view, 5> kinds{"metric", "nearest", "spread", "balanced",
                                                           "voronoi"};
    static constexpr std::array parameters{
        parameter<&Perception::kind>("kind", kinds,
                                     "Which boids count as neighbours: all within the radius, the few "
                                     "nearest of them, two near and one far, the nearest on each of eight "
                                     "sides, or those whose territories touch the boid's."),
        parameter<&Perception::radius>(
            "radius", logarithmic(0.05, 200, "m"),
            "How far a boid sees; larger is slower, because more neighbours count.")
            .upTo(Extent::world)
            .idleWhile("the rules respond to the same neighbours"),
        parameter<&Perception::count>("count", linear(1, 32),
                                      "For the kind nearest: how many of the nearest count. For the kind "
                                      "balanced: among how many of the nearest the eight sides are filled. "
                                      "For the kind voronoi: how many of the nearest are looked at.")
            .onlyWith("kind", "nearest", "balanced", "voronoi")
            .idleWhile("boids see fewer"),
        parameter<&Perception::spread>(
            "spread", linear(2, 10),
            "For the kind spread: the third neighbour is at least this many times as far away as the "
            "closest. A far third neighbour makes flocks merge.")
            .onlyWith("kind", "spread"),
        parameter<&Perception::blindAngle>("blind_angle", linear(0, 350, "°"),
                                           "Opening of the blind cone behind a boid; 0 sees all around.")
            .idleWhile("the same neighbours lie in the cone"),
        parameter<&Perception::maxCandidates>(
            "max_candidates", logarithmic(64, 4096),
            "Maximum number of boids that a boid examines. If there are more around it, it uses a random "
            "sample of this size, which limits the time of a step.")
            .idleWhile("no boid has that many others around it"),
    };
};

/// Initial positions and headings of a species' boids, about the world's centre and clamped to the world.
struct Start {
    enum class Shape {
        ball,   ///< filled uniformly, flattened by `flatness`
        box,    ///< filled uniformly
        shell,  ///< the surface of a ball, stretched to an ellipsoid
    };

    Shape shape = Shape::ball;
    float radius = 5.0f;    ///< [m] of the ball
    float flatness = 0.0f;  ///< 0 a ball .. 1 a flat disc
    float billow = 0.0f;    ///< 0 .. 1: amplitude of the waves that bend it, per radius
    float width = 10.0f;    ///< [m] of a box or shell along x
    float height = 10.0f;   ///< [m] of a box or shell along y; 0 is flat
    float depth = 10.0f;    ///< [m] of a box or shell along z
    float altitude = 0.0f;  ///< [m] of the shape's middle above the world's centre
    float speed = 1.0f;     ///< [m/s]
    bool isLevel = false;   ///< random headings are horizontal
    float order = 0.0f;     ///< 0 random headings .. 1 all along +x
    float swirl = 0.0f;     ///< 0 as `order` says .. 1 all around the vertical, as in a mill

    static constexpr std::array<std::string_view, 3> shapes{"ball", "box", "shell"};
    static constexpr auto parameters = affecting(
        Affects::start,
        std::array{
            parameter<&Start::shape>(
                "shape", shapes,
                "Shape of the flock at the start: a ball, a box, or the shell of an ellipsoid."),
            parameter<&Start::radius>("radius", logarithmic(0.01, 1000, "m"),
                                      "Radius of the ball that the boids fill at the start.")
                .idleWhile("a rule or the world sets the place")
                .upTo(Extent::world)
                .onlyWith("shape", "ball"),
            parameter<&Start::flatness>("flatness", linear(0, 1), "How flat that ball is: 0 round, 1 a disc.")
                .idleWhile("a rule or the world sets the place")
                .onlyWith("shape", "ball"),
            parameter<&Start::billow>("billow", linear(0, 1),
                                      "Amplitude of the waves that bend that ball, in parts of its radius: 0 "
                                      "leaves it round.")
                .idleWhile("a rule or the world sets the place")
                .onlyWith("shape", "ball"),
            parameter<&Start::width>("width", logarithmic(0, 2000, "m"),
                                     "Size of that box or shell along x; a ball ignores it.")
                .idleWhile("a rule or the world sets the place")
                .upTo(Extent::world)
                .onlyWith("shape", "box", "shell"),
            parameter<&Start::height>("height", logarithmic(0, 2000, "m"),
                                      "Size of that box or shell along y, upwards; 0 is flat.")
                .idleWhile("a rule or the world sets the place")
                .upTo(Extent::world)
                .onlyWith("shape", "box", "shell"),
            parameter<&Start::depth>("depth", logarithmic(0, 2000, "m"),
                                     "Size of that box or shell along z; a ball ignores it.")
                .idleWhile("a rule or the world sets the place")
                .upTo(Extent::world)
                .onlyWith("shape", "box", "shell"),
            parameter<&Start::altitude>("altitude", linear(-1000, 1000, "m"),
                                        "Height of the region's middle above the middle of the world.")
                .idleWhile("a rule or the world sets the place")
                .upTo(Extent::position),
            parameter<&Start::speed>("speed", logarithmic(0, 200, "m/s"), "Speed at the start.")
                .idleWhile("a rule sets the speed"),
            parameter<&Start::isLevel>("level", "Keeps random headings at the start horizontal."),
            parameter<&Start::order>("order", linear(0, 1),
                                     "Headings at the start: 0 at random, 1 all alike.")
                .idleWhile("a rule or swirl sets the heading"),
            parameter<&Start::swirl>(
                "swirl", linear(0, 1),
                "Headings at the start: 0 as set by order, 1 all around the vertical, as in a mill.")
                .idleWhile("a rule sets the heading"),
        });
};

/// A boid with a name and a given start, for examples with a handful of boids.
struct PlacedBoid {
    std::string name = "boid";  ///< a bare TOML key: letters, digits, _ and -
    float x = 0.0f;             ///< [m] at the start
    float y = 0.0f;             ///< [m]
    float z = 0.0f;             ///< [m]
    float vx = 0.0f;            ///< [m/s] at the start
    float vy = 0.0f;            ///< [m/s]
    float vz = 0.0f;            ///< [m/s]

    static constexpr auto parameters = affecting(
        Affects::start,
        std::array{
            parameter<&PlacedBoid::x>("x", linear(-1000, 1000, "m"), "Position along x at the start.")
                .upTo(Extent::position),
            parameter<&PlacedBoid::y>("y", linear(-1000, 1000, "m"), "Height at the start.")
                .upTo(Extent::position),
            parameter<&PlacedBoid::z>("z", linear(-1000, 1000, "m"), "Position along z at the start.")
                .upTo(Extent::position),
            parameter<&PlacedBoid::vx>("vx", linear(-100, 100, "m/s"), "Velocity along x at the start."),
            parameter<&PlacedBoid::vy>("vy", linear(-100, 100, "m/s"), "Velocity upwards at the start."),
            parameter<&PlacedBoid::vz>("vz", linear(-100, 100, "m/s"), "Velocity along z at the start."),
        });
};

/// How a species perceives another and is steered by it: prey that flees, predators that pursue.
struct Interaction {
    std::string observed;   ///< name of the other species
    Perception perception;  ///< of the other species; its own kind has a separate one
    RuleSet rules;          ///< only its pair rules act
};

/// Maximum number of boids in a scene, all species together. Each needs about 80 bytes. A step of this many,
/// with 30 neighbours each, takes about half a second on one core.
inline constexpr std::int64_t kMaxBoids = 4'000'000;

/// Default and maximum of Species::decisionRate [1/s]: a decision in every step of the shortest length.
inline constexpr int kMaxDecisionRate = 1000;

/// A kind of boid: how many, how they see, which rules steer them, and how they look.
struct Species {
    /// The body model; no rule reads it.
    enum class Body {
        fish,   ///< a small silver fish of schools, such as a sardine
        bird,   ///< a small bird of flocks, such as a starling
        beast,  ///< a running antelope; its position is between its hooves
        cat,    ///< a big cat that hunts antelopes; its position likewise
        dart,   ///< a folded paper dart: for models of no particular animal
        tuna,
        shark,
        damsel,  ///< a tall fish of coral reefs
        gull,
        falcon,
    };

    std::string name = "fish";  ///< a bare TOML key: letters, digits, _ and -
    int count = 1000;
    Body body = Body::fish;
    float bodyLength = 0.25f;  ///< [m] for rendering and the measure `opacity`; no rule reads it
    float hue = 0.0f;          ///< [rad] on the colour wheel, red at 0; for rendering
    float tint = 0.0f;         ///< strength of that colour on the bodies: 0 none .. 1
    float mouth = 0.0f;        ///< redness of a fish's mouth: 0 none .. 1; for rendering
    /// An OBJ file (Wavefront) with a body of the user's own, drawn instead of `body`: absolute, or empty for
    /// none.
    std::string mesh;
    /// [1/s] how often each boid perceives and steers anew. In between it keeps its steering while it moves
    /// at every step. Updates are staggered by id. The period is rounded to a whole number of steps; more
    /// than one decision in a step means every step.
    int decisionRate = kMaxDecisionRate;
    float linkingDistance = 0.0f;  ///< [m] see clusterDistance(); no rule reads it
    Perception perception;
    Start start;
    /// Boids with a given start: the first has id 0, the next id 1 and so on. The others begin as `start`
    /// says; those beyond `count` do not exist.
    std::vector<PlacedBoid> placed;
    RuleSet rules;                  ///< one of each registered rule, most of them off
    std::vector<Interaction> sees;  ///< one for each other species that it responds to

    static constexpr std::array<std::string_view, 10> bodies{"fish", "bird",  "beast",  "cat",  "dart",
                                                             "tuna", "shark", "damsel", "gull", "falcon"};
    static constexpr std::array parameters{
        parameter<&Species::count>("count", logarithmic(0, kMaxBoids), "How many boids; 0 is an empty sea."),
        parameter<&Species::decisionRate>(
            "decision_rate", logarithmic(1, kMaxDecisionRate, "1/s"),
            "How often each boid updates its steering: more often than there are steps means at every step. "
            "Updates are staggered, and boids keep moving in between. Lower is faster; the period is a whole "
            "number of steps.")
            .upTo(Extent::stepRate)
            .idleWhile("the period is the same number of steps"),
        parameter<&Species::body>(
            "body", bodies,
            "The kind of body: its shape, colours and strokes; does not affect the boids' motion.")
            .idleWhile("the preset's key mesh names a body of its own")
            .affecting(Affects::picture),
        parameter<&Species::bodyLength>(
            "body_length", logarithmic(0.01, 10, "m"),
            "Length of a body as drawn and in the measure opacity; does not affect motion.")
            .affecting(Affects::picture),
        parameter<&Species::hue>(
            "hue", linear(0, 360, "°"),
            "The bodies' colour on the wheel: 0 red, 120 green, 240 blue; shown as strongly as tint sets.")
            .affecting(Affects::picture),
        parameter<&Species::tint>("tint", linear(0, 1),
                                  "How much of that colour the bodies take on: 0 keeps their natural colour.")
            .affecting(Affects::picture),
        parameter<&Species::mouth>("mouth", linear(0, 1),
                                   "How red a fish's mouth is; birds, beasts, cats and darts have none.")
            .affecting(Affects::picture),
        parameter<&Species::linkingDistance>("linking_distance", logarithmic(0, 200, "m"),
                                             "Boids nearer than this count as one flock; 0 takes the "
                                             "perception radius. Only measures and colours use it.")
            .affecting(Affects::picture),
    };

    /// Boids of this species nearer than this belong to one cluster [m].
    float clusterDistance() const { return linkingDistance > 0.0f ? linkingDistance : perception.radius; }

    /// Whether one of its enabled rules joins opposite faces of the world.
    bool wrapsWorld() const;
};

/// The viewpoint. Angles are those of a compass card: 0° looks along −z.
struct CameraSettings {
    enum class Projection {
        perspective,
        orthographic,  ///< parallel: equal lengths look equal at any depth; as large as at the point looked
                       ///< at
    };
    /// What the scene's own view shows.
    enum class Aim {
        flock,
        world,  ///< all of the world: its edge fills 86 % of the picture's free part
    };

    /// [°] the highest and, below zero, the lowest elevation: straight down and straight up.
    static constexpr double kMaxElevation = 90.0;
    static constexpr std::array<std::string_view, 2> projections{"perspective", "orthographic"};
    static constexpr std::array<std::string_view, 2> aims{"flock", "world"};

    float fieldOfView = 0.785398163f;  ///< [rad] vertical
    float distance = 12.0f;            ///< [m] from the point looked at
    float azimuth = 0.6f;              ///< [rad] about the vertical
    float elevation = -0.12f;          ///< [rad] above the horizon; below zero looks up
    float orbit = 0.05f;               ///< [rad/s] slow turn until the camera is first touched
    Projection projection = Projection::perspective;
    Aim aim = Aim::flock;

    static constexpr auto parameters = affecting(
        Affects::picture,
        std::array{
            parameter<&CameraSettings::fieldOfView>("field_of_view", linear(20, 100, "°"),
                                                    "Vertical opening of the lens."),
            parameter<&CameraSettings::distance>("distance", logarithmic(0.5, 2000, "m"),
                                                 "Distance from the point looked at; the camera backs off "
                                                 "farther while the flock, or the world, does not fit."),
            parameter<&CameraSettings::azimuth>("azimuth", linear(-180, 180, "°"),
                                                "Direction from which the flock is seen."),
            parameter<&CameraSettings::elevation>("elevation", linear(-kMaxElevation, kMaxElevation, "°"),
                                                  "Height of the camera: below 0 it looks up at the flock."),
            parameter<&CameraSettings::orbit>(
                "orbit", linear(-30, 30, "°/s"),
                "Slow rotation around the flock, until the camera is first moved."),
            parameter<&CameraSettings::projection>(
                "projection", projections,
                "In perspective, near things look larger. An orthographic view shows equal lengths equally "
                "long, as a "
                "map does; the view through a boid's eyes stays in perspective."),
            parameter<&CameraSettings::aim>("aim", aims,
                                            "What the camera looks at: the flock, which it follows, or the "
                                            "whole world, at rest."),
        });
};

/// The surroundings of the boids, and the light.
struct LookSettings {
    enum class Place {
        water,  ///< a sea, with light from its surface
        sky,    ///< air over a lake, at any hour of the day
        plain,  ///< air under a low sun, over land
        lab,    ///< a figure's ground: a grid, the edge of the world, flat colours
    };

    /// What the colours of the bodies show.
    enum class ColourBy {
        species,     ///< nothing: bodies have their natural colours
        speed,       ///< [m/s]
        heading,     ///< direction of flight on the compass card: 0° along −z, 90° along +x
        height,      ///< [m] y
        neighbours,  ///< number of neighbours that a boid perceives
        nearest,     ///< [m] distance to the nearest boid of the same species
        steering,    ///< [m/s²] magnitude of the steering, before limits
    };
    /// Colours from a low value to a high one, safe for colour-blind eyes.
    enum class Palette {
        viridis,  ///< S. van der Walt and N. Smith 2015: dark violet, green, yellow
        plasma,   ///< by the same: dark blue, pink, yellow; stands out best from water
        cividis,  ///< Nuñez et al. 2018: dark blue, grey, yellow
    };

    Place place = Place::water;
    float turbidity = 1.0f;     ///< scales the extinction of the water, or of haze in air
    float waterType = 0.3f;     ///< 0 clear blue ocean .. 1 green coast, as Jerlov's types I .. 9C (1976)
    float brightness = 1.0f;    ///< exposure
    float bloom = 0.2f;         ///< fraction of the light above white that spreads round its source
    float shadow = 1.0f;        ///< scales the shade of bodies on one another and below, and of stones
    float depthOfField = 0.3f;  ///< strength of the blur outside the focus, in pictures of high quality
    float vignette = 0.25f;     ///< fraction of the light that the picture's corners lose
    float sunElevation = 0.0872664626f;  ///< [rad] of the sun above the horizon of a lake
    float clouds = 0.35f;                ///< 0 .. 1: how much of that sky clouds cover
    float lakeLevel = -20.0f;            ///< [m] y of the lake
    float land = 0.35f;                  ///< 0 .. 1: how high the land beyond it rises
    float dust = 0.5f;                   ///< 0 .. 1: scales the dust that running animals raise on a plain
    float grass = 0.5f;                  ///< 0 .. 1: how thickly dry grass grows on a plain
    float hue = 0.0f;                    ///< [rad] shift of the bodies' hue
    ColourBy colourBy = ColourBy::species;
    Palette palette = Palette::viridis;
    float trail = 0.0f;       ///< [s] of real time: length of the line behind a boid
    bool showsWorld = false;  ///< the edges of the world, and a grid on its floor
    bool isPaper = false;     ///< a light lab, for figures in print

    static constexpr std::array<std::string_view, 4> places{"water", "sky", "plain", "lab"};
    static constexpr std::array<std::string_view, 7> coloursBy{"species",    "speed",   "heading", "height",
                                                               "neighbours", "nearest", "steering"};
    static constexpr std::array<std::string_view, 3> palettes{"viridis", "plasma", "cividis"};
    static constexpr auto parameters = affecting(
        Affects::picture,
        std::array{
            parameter<&LookSettings::place>("place", places,
                                            "Surroundings of the boids: a sea, the sky over a lake, a plain "
                                            "under a low sun, or a lab with a grid "
                                            "and the edge of the world."),
            parameter<&LookSettings::isPaper>("paper",
                                              "Draws the lab dark on light, for figures on paper and slides.")
                .onlyWith("place", "lab"),
            parameter<&LookSettings::turbidity>("turbidity", linear(0, 5),
                                                "How quickly water or haze hides distant bodies.")
                .onlyWith("place", "water", "sky", "plain"),
            parameter<&LookSettings::waterType>(
                "water_type", linear(0, 1),
                "Colour of the water, from the clear blue of the open ocean at 0 to the green of a coast "
                "rich in plankton at 1.")
                .onlyWith("place", "water"),
            parameter<&LookSettings::brightness>("brightness", linear(0.2, 3), "Exposure of the picture.")
                .onlyWith("place", "water", "sky", "plain"),
            parameter<&LookSettings::bloom>(
                "bloom", linear(0, 1),
                "Glow round light that is brighter than white. 0 switches it off; transparent pictures have "
                "none.")
                .onlyWith("place", "water", "sky", "plain"),
            parameter<&LookSettings::shadow>(
                "shadow", linear(0, 1),
                "How strongly bodies and stones shade one another and what lies below them; 0 switches "
                "shadows off, which saves time in each frame."),
            parameter<&LookSettings::depthOfField>(
                "depth_of_field", linear(0, 1),
                "How strongly things nearer or farther than the flock, or than the boid that is followed, "
                "are "
                "blurred. Only at high quality, and not in transparent or orthographic pictures; 0 keeps "
                "everything sharp."),
            parameter<&LookSettings::vignette>("vignette", linear(0, 1),
                                               "How much darker the picture's corners are than its middle."),
            parameter<&LookSettings::sunElevation>(
                "sun_elevation", linear(-6, 60, "°"),
                "How high the sun stands over the lake, and so the hour: below 0 the blue hour, about 5 a "
                "sunset, 12 a golden morning, "
                "above 25 day.")
                .onlyWith("place", "sky"),
            parameter<&LookSettings::clouds>("clouds", linear(0, 1),
                                             "How much of the sky over the lake clouds cover: 0 is a clear "
                                             "sky, 1 an overcast one, with soft light.")
                .onlyWith("place", "sky"),
            parameter<&LookSettings::lakeLevel>("lake_level", linear(-200, 0, "m"),
                                                "Height of the lake; the middle of the world is at 0. The "
                                                "camera stays at least two metres above it.")
                .onlyWith("place", "sky"),
            parameter<&LookSettings::land>("land", linear(0, 1),
                                           "How high the land beyond the lake rises: 0 is a flat shore with "
                                           "reeds, 0.4 hills, 1 mountains with snow.")
                .onlyWith("place", "sky"),
            parameter<&LookSettings::dust>(
                "dust", linear(0, 1),
                "How thick the dust is that running animals raise on a plain, at normal and high quality; 0 "
                "switches it off, and transparent pictures have none.")
                .onlyWith("place", "plain"),
            parameter<&LookSettings::grass>("grass", linear(0, 1),
                                            "How thickly dry grass grows on a plain, at normal and high "
                                            "quality; 0 grows none, "
                                            "and transparent pictures have none.")
                .onlyWith("place", "plain"),
            parameter<&LookSettings::hue>("hue", linear(-180, 180, "°"), "Shifts the hue of the bodies."),
            parameter<&LookSettings::colourBy>(
                "colour_by", coloursBy,
                "What the bodies' colours show; a legend in the picture gives values and units. Species "
                "keeps the natural colours."),
            parameter<&LookSettings::palette>(
                "palette", palettes,
                "Colours from low to high values, all safe for colour-blind eyes; plasma stands out best "
                "from water. Heading has a palette of its own.")
                .onlyWith("colour_by", "speed", "height", "neighbours", "nearest", "steering"),
            parameter<&LookSettings::trail>(
                "trail", linear(0, 10, "s"),
                "Length of the line behind a boid: where it was in this time; 0 draws none. In flocks of "
                "more than a thousand boids only some have one, evenly chosen."),
            parameter<&LookSettings::showsWorld>(
                "show_world", "Draws the edges of the world, and a grid of round distances on its floor."),
        });
};

/// A group of tunables of a scene, with the dotted path of its table in a preset file.
struct Section {
    std::string
        path;  ///< "world", "species.fish", "species.fish.separation", "species.fish.sees.shark.separation"
    std::string title;      ///< for a heading: "World", "Separation", "Separation (shark)"
    std::string_view help;  ///< one sentence, may be empty
    Tunables tunables;
    Rule* rule = nullptr;                    ///< the rule whose on/off switch belongs to this section
    int speciesIndex = -1;                   ///< which species it belongs to, or −1
    bool isFixed = false;                    ///< can only change before the first step
    bool isRemovable = false;                ///< an edit of "PATH.present" to 0 removes it from the scene
    const Perception* perception = nullptr;  ///< which neighbours its pair rule sees; null for other sections

    /// Rule::switches of the rule; empty without a rule.
    Tunables switches() const { return rule == nullptr ? Tunables{} : Tunables{rule, Rule::switches}; }
};

/// A tunable or a switch, found by its key.
struct FoundTunable {
    const Section* section = nullptr;
    Tunables tunables;  ///< the section's tunables or its switches
    std::size_t index = 0;

    const Parameter& parameter() const { return tunables.parameters[index]; }
    double shown() const { return parameter().shown(tunables.get(index)); }
};

/// Finds a full key, such as "species.fish.separation.radius" or "species.fish.separation.enabled"; empty if
/// no section has it. The result refers to these sections.
std::optional<FoundTunable> findTunable(std::span<const Section> sections, std::string_view key);

/// A change of one tunable: panels queue it, `--set` parses it and takes store it. Values are in the unit
/// that users see: toggles are 0 or 1, choices the index, angles in degrees.
struct Edit {
    std::string key;  ///< full: "species.fish.separation.radius"; "….enabled" switches a rule,
                      ///< "attractor.lure.present" adds or removes an object of the world
    double shown = 0.0;
    bool operator==(const Edit&) const = default;
};

/// What an edit changed, with values in the unit that users see, as they are read back: `after` may differ
/// from the edit's by a rounding.
struct Change {
    std::string key;  ///< as in the edit
    double before = 0.0;
    double after = 0.0;
};

/// Maximum number of species in a scene. Each is a separate pass over its flock, so the time of a step grows
/// with their number.
inline constexpr std::size_t kMaxSpecies = 64;

/// Maximum number of interactions in a scene, all species together: enough for 32 species that all see each
/// other. Each is a separate pass over the observer's boids.
inline constexpr std::size_t kMaxInteractions = 1024;

/// Maximum number of obstacles, of goals and of attractors in a scene. Every boid examines all of them at
/// every step.
inline constexpr std::size_t kMaxThings = 1000;

/// Maximum number of placed boids of a species. Each is a table in the preset.
inline constexpr std::size_t kMaxPlaced = 100;

/// Where a preset wants the slider of a tunable to end, in the unit that users see.
struct StatedTravel {
    std::string key;  ///< full
    double min = 0.0;
    double max = 1.0;
    bool operator==(const StatedTravel&) const = default;
};

/// Maximum number of sliders that a preset names to be shown first.
inline constexpr std::size_t kMaxHeroes = 5;

/// Maximum length of each text of a source.
inline constexpr std::size_t kMaxSourceBytes = 1000;

/// Latest year of a source.
inline constexpr int kMaxSourceYear = 9999;

/// The document behind a preset. Has no effect on the flock. Each text has at most kMaxSourceBytes.
struct PresetSource {
    std::string title;
    std::string author;
    int year = 0;         ///< 1 .. kMaxSourceYear, or 0 if unknown
    std::string address;  ///< where to read it: a web address or a DOI
    std::string note;     ///< how the preset differs from the document

    bool isEmpty() const { return *this == PresetSource(); }
    bool operator==(const PresetSource&) const = default;
};

/// Everything a preset file holds. A plain value: copying it copies every rule.
struct Scene {
    std::string name;   ///< the preset's file name without ".toml"
    std::string title;  ///< for people
    /// One line: what to watch for. "[alignment](alignment.weight)" links a word to a tunable.
    std::string watch;
    std::string about;  ///< one line: where the model comes from, may be empty
    /// Full keys of the sliders to show first: at most kMaxHeroes, each a number of this scene. May be empty.
    std::vector<std::string> heroes;
    /// Where sliders end, if not where they usually do; each a number of this scene. May be empty.
    std::vector<StatedTravel> travels;
    PresetSource source;  ///< the document that it follows, may be empty
    std::uint64_t seed = 1;
    TimeSettings time;
    World world;
    Ground ground;
    std::vector<Obstacle> obstacles;
    std::vector<Goal> goals;
    std::vector<Attractor> attractors;
    std::vector<Species> species;
    CameraSettings camera;
    LookSettings look;

    /// Returns every group of tunables, in the order of panels and preset files. The pointers refer to this
    /// scene and stay valid until a species or an object of the world is added or removed.
    std::vector<Section> sections();

    /// Checks that a simulation can run this scene. Every tunable must be finite and in its declared range,
    /// names legal and unique, and every observed species present. Counts must not exceed kMaxSpecies,
    /// kMaxInteractions, kMaxThings, kMaxBoids, kMaxPlaced or kMaxSourceBytes. The problem names the first
    /// fault, its place and the legal values.
    Outcome check() const;

    /// Number of boids of all species.
    std::int64_t boidCount() const;

    /// Applies one edit. `key` may omit "species." and, if there is only one species, its name. An unknown
    /// key is a problem that names the nearest known one. A value that is out of range or not finite, a count
    /// that exceeds kMaxBoids in all, or an object beyond kMaxThings is a problem too. A problem leaves the
    /// scene as it was.
    Result<Change> apply(const Edit& edit);

    /// Parses and applies `KEY=VALUE`; a value may be a number, true/false, on/off or a choice's name. Fails
    /// for the same reasons as `apply`.
    Result<Change> applyText(std::string_view assignment);

    /// Reads back what `apply` sets, in the unit that users see.
    Result<double> value(std::string_view key) const;
};

/// Returns the edits that give `from` the switches and values of `to`, in the order of Scene::sections, apart
/// from those of the camera. Objects of the world that only one of them has come last: "PATH.present",
/// followed by the values of one that is added. Sections are the same if their paths are; other sections that
/// only one has, such as those of a species, are left out.
std::vector<Edit> difference(const Scene& from, const Scene& to);

}  // namespace shoal
