#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/attractor.hpp>
#include <shoal/goal.hpp>
#include <shoal/ground.hpp>
#include <shoal/obstacle.hpp>
#include <shoal/parameter.hpp>
#include <shoal/perception.hpp>
#include <shoal/result.hpp>
#include <shoal/rule_set.hpp>
#include <shoal/step_time.hpp>
#include <shoal/world.hpp>

namespace shoal {

/// Where and how the boids of a species begin, about the world's centre and cut to the world.
struct Start {
    enum class Shape {
        ball,   ///< filled evenly, flattened by `flatness`
        box,    ///< filled evenly
        shell,  ///< the surface of a ball, stretched to an ellipsoid
    };

    Shape shape = Shape::ball;
    float radius = 5.0f;    ///< [m] of the ball
    float flatness = 0.0f;  ///< 0 a ball .. 1 a flat disc
    float width = 10.0f;    ///< [m] of a box or shell along x
    float height = 10.0f;   ///< [m] of a box or shell along y; 0 is flat
    float depth = 10.0f;    ///< [m] of a box or shell along z
    float speed = 1.0f;     ///< [m/s]
    bool isLevel = false;   ///< headings at random lie in the horizontal plane
    float order = 0.0f;     ///< 0 headings at random .. 1 all along +x
    float swirl = 0.0f;     ///< 0 as `order` says .. 1 all round the vertical, as in a mill

    static constexpr std::array<std::string_view, 3> shapes{"ball", "box", "shell"};
    static constexpr std::array parameters{
        parameter<&Start::shape>(
            {.key = "shape",
             .help = "What the boids fill at the start: a ball, a box, or the shell of an ellipsoid.",
             .choices = shapes}),
        parameter<&Start::radius>({.key = "radius",
                                   .unit = "m",
                                   .least = 0.01,
                                   .most = 1000,
                                   .help = "Radius of the ball that the boids fill at the start.",
                                   .isLogarithmic = true}),
        parameter<&Start::flatness>(
            {.key = "flatness", .least = 0, .most = 1, .help = "How flat that ball is: 0 round, 1 a disc."}),
        parameter<&Start::width>({.key = "width",
                                  .unit = "m",
                                  .least = 0,
                                  .most = 2000,
                                  .help = "Size of that box or shell along x; a ball ignores it.",
                                  .isLogarithmic = true}),
        parameter<&Start::height>({.key = "height",
                                   .unit = "m",
                                   .least = 0,
                                   .most = 2000,
                                   .help = "Size of that box or shell along y, upwards; 0 is flat.",
                                   .isLogarithmic = true}),
        parameter<&Start::depth>({.key = "depth",
                                  .unit = "m",
                                  .least = 0,
                                  .most = 2000,
                                  .help = "Size of that box or shell along z; a ball ignores it.",
                                  .isLogarithmic = true}),
        parameter<&Start::speed>(
            {.key = "speed", .unit = "m/s", .least = 0, .most = 20, .help = "Speed at the start."}),
        parameter<&Start::isLevel>(
            {.key = "level", .help = "Random headings at the start: on, none of them climbs or dives."}),
        parameter<&Start::order>({.key = "order",
                                  .least = 0,
                                  .most = 1,
                                  .help = "Headings at the start: 0 at random, 1 all alike."}),
        parameter<&Start::swirl>(
            {.key = "swirl",
             .least = 0,
             .most = 1,
             .help = "Headings at the start: 0 as order says, 1 all round the vertical, as in a mill."}),
    };
};

/// What a species sees of another and how that steers it: prey that flees, predators that pursue.
struct Interaction {
    std::string observed;   ///< name of the other species
    Perception perception;  ///< of the others, apart from that of its own kind
    RuleSet rules;          ///< only its pair rules act
};

/// A kind of boid: how many, how they see, which rules steer them, and how they look.
struct Species {
    /// What its boids look like; no rule reads it.
    enum class Body {
        fish,
        bird,
        beast,  ///< an antelope, running; its place is between its hooves
        cat,    ///< a big one that hunts it, likewise
        dart,   ///< folded of paper: for models that are of no animal
    };

    std::string name = "fish";  ///< a bare TOML key: letters, digits, _ and -
    int count = 1000;
    Body body = Body::fish;
    float bodyLength = 0.25f;  ///< [m] for the picture; no rule reads it
    float hue = 0.0f;          ///< [rad] on the colour wheel, red at 0; for the picture
    float tint = 0.0f;         ///< how much of that colour its bodies take on: 0 none .. 1
    /// [1/s] how often each boid looks around and steers anew; in between its steering stays, while it moves
    /// on at every step. Boids take turns by id. Rounded to a whole number of steps.
    int decisionRate = kStepsPerSecond;
    Perception perception;
    Start start;
    RuleSet rules;                  ///< one of each registered rule, most of them switched off
    std::vector<Interaction> sees;  ///< one for each other species that it takes notice of

    static constexpr std::array<std::string_view, 5> bodies{"fish", "bird", "beast", "cat", "dart"};
    static constexpr std::array parameters{
        parameter<&Species::count>({.key = "count",
                                    .least = 0,
                                    .most = 1000000,
                                    .help = "How many boids; 0 is an empty sea.",
                                    .isLogarithmic = true}),
        parameter<&Species::decisionRate>(
            {.key = "decision_rate",
             .unit = "1/s",
             .least = 1,
             .most = kStepsPerSecond,
             .help =
                 "How often each boid steers anew, taking turns; it moves on in between. Lower is faster: "
                 "a divisor of 60 is kept exactly.",
             .isLogarithmic = true}),
        parameter<&Species::body>(
            {.key = "body", .help = "What the boids look like; it changes no path.", .choices = bodies}),
        parameter<&Species::bodyLength>({.key = "body_length",
                                         .unit = "m",
                                         .least = 0.01,
                                         .most = 10,
                                         .help = "Length of a body in the picture; it changes no path.",
                                         .isLogarithmic = true}),
        parameter<&Species::hue>({.key = "hue",
                                  .unit = "°",
                                  .least = 0,
                                  .most = 360,
                                  .help =
                                      "The bodies' colour on the wheel: 0 red, 120 green, 240 blue; shown "
                                      "as far as tint says."}),
        parameter<&Species::tint>(
            {.key = "tint",
             .least = 0,
             .most = 1,
             .help = "How much of that colour the bodies take on: 0 leaves them as they are by nature."}),
    };
};

/// Where the picture is taken from. Angles are those of a compass card: 0° looks along −z.
struct CameraSettings {
    float fieldOfView = 0.785398163f;  ///< [rad] vertical
    float distance = 12.0f;            ///< [m] from the point looked at
    float azimuth = 0.6f;              ///< [rad] about the vertical
    float elevation = -0.12f;          ///< [rad] above the horizon; below zero looks up
    float orbit = 0.05f;               ///< [rad/s] slow turn until the camera is first touched

    static constexpr std::array parameters{
        parameter<&CameraSettings::fieldOfView>({.key = "field_of_view",
                                                 .unit = "°",
                                                 .least = 20,
                                                 .most = 100,
                                                 .help = "Vertical opening of the lens."}),
        parameter<&CameraSettings::distance>({.key = "distance",
                                              .unit = "m",
                                              .least = 0.5,
                                              .most = 2000,
                                              .help = "Distance from the point looked at.",
                                              .isLogarithmic = true}),
        parameter<&CameraSettings::azimuth>({.key = "azimuth",
                                             .unit = "°",
                                             .least = -180,
                                             .most = 180,
                                             .help = "Direction from which the flock is seen."}),
        parameter<&CameraSettings::elevation>(
            {.key = "elevation",
             .unit = "°",
             .least = -85,
             .most = 85,
             .help = "Height of the camera: below 0 it looks up at the flock."}),
        parameter<&CameraSettings::orbit>(
            {.key = "orbit",
             .unit = "°/s",
             .least = -30,
             .most = 30,
             .help = "Slow turn about the flock, until the camera is first touched."}),
    };
};

/// What is around the boids, and the light.
struct LookSettings {
    enum class Place {
        water,  ///< a sea, with light from its surface
        sky,    ///< air at dusk
        plain,  ///< air by day, over land
    };

    Place place = Place::water;
    float turbidity = 1.0f;   ///< factor on the extinction of the water, or on that of haze in air
    float brightness = 1.0f;  ///< exposure
    float hue = 0.0f;         ///< [rad] shift of the bodies' hue

    static constexpr std::array<std::string_view, 3> places{"water", "sky", "plain"};
    static constexpr std::array parameters{
        parameter<&LookSettings::place>(
            {.key = "place",
             .help = "What is around the boids: a sea, the sky at dusk, or a plain by day.",
             .choices = places}),
        parameter<&LookSettings::turbidity>({.key = "turbidity",
                                             .least = 0,
                                             .most = 5,
                                             .help = "How soon water or haze swallows what is far."}),
        parameter<&LookSettings::brightness>(
            {.key = "brightness", .least = 0.2, .most = 3, .help = "Exposure of the picture."}),
        parameter<&LookSettings::hue>(
            {.key = "hue", .unit = "°", .least = -180, .most = 180, .help = "Turns the bodies' colour."}),
    };
};

/// One group of tunables of a scene with the dotted path of its table in a preset file.
struct Section {
    std::string
        path;  ///< "world", "species.fish", "species.fish.separation", "species.fish.sees.shark.separation"
    std::string title;      ///< for a heading: "World", "Separation", "Separation from shark"
    std::string_view help;  ///< one sentence, may be empty
    Tunables tunables;
    Rule* rule = nullptr;      ///< the rule whose on/off switch belongs to this section
    int speciesIndex = -1;     ///< which species it belongs to, or −1
    bool isRemovable = false;  ///< an edit of "PATH.present" to 0 takes it out of the scene
};

/// One change of one tunable; what panels queue, `--set` parses and takes store. Toggles are 0 or 1, choices
/// the index, angles in degrees: the unit that users see.
struct Edit {
    std::string key;  ///< full: "species.fish.separation.radius"; "….enabled" switches a rule,
                      ///< "attractor.lure.present" adds or removes a thing of the world
    double shown = 0.0;
};

/// A scene has at most this many species. Each species is a pass of its own over the flock, so the time of a
/// step grows with their number.
inline constexpr std::size_t kMaxSpecies = 64;

/// A scene has at most this many boids, all species together. They need about 130 bytes each, and a step of
/// them with 30 neighbours each takes about half a second on one core.
inline constexpr std::int64_t kMaxBoids = 4'000'000;

/// A scene has at most this many interactions, all species together: 32 species may all see each other. Each
/// is a pass of its own over the observer's boids.
inline constexpr std::size_t kMaxInteractions = 1024;

/// A scene has at most this many obstacles, goals and attractors of each kind. Every boid looks at all of
/// them in every step.
inline constexpr std::size_t kMaxThings = 1000;

/// Everything a preset file holds. A plain value: copying it copies every rule.
struct Scene {
    std::string name;   ///< the preset's file name without ".toml"
    std::string title;  ///< for people
    std::string watch;  ///< one line: what to watch for
    std::string about;  ///< one line: where the model comes from, may be empty
    std::uint64_t seed = 1;
    World world;
    Ground ground;
    std::vector<Obstacle> obstacles;
    std::vector<Goal> goals;
    std::vector<Attractor> attractors;
    std::vector<Species> species;
    CameraSettings camera;
    LookSettings look;

    /// Every group of tunables, in the order in which panels and preset files show them. The pointers are
    /// into this scene and stay valid until a species or a thing of the world is added or removed.
    std::vector<Section> sections();

    /// Whether a simulation can run this scene: every tunable is finite and in its declared range, names are
    /// legal and unique, observed species exist, and nothing exceeds kMaxSpecies, kMaxInteractions,
    /// kMaxThings or kMaxBoids. The first problem found says what is wrong, where, and what is legal.
    Outcome check() const;

    /// Boids of all species.
    std::int64_t boidCount() const;

    /// Applies one edit. `key` may leave out "species." and, where there is one species, its name. An unknown
    /// key is a problem that names the nearest known one. A value that is out of the declared range or not
    /// finite, a count that exceeds kMaxBoids in all, or a thing beyond kMaxThings is a problem; the scene
    /// then stays as it was.
    Outcome apply(const Edit& edit);

    /// Parses and applies `KEY=VALUE`; a value may be a number, true/false, on/off or a choice's name. It
    /// is refused for the same reasons as in `apply`.
    Outcome applyText(std::string_view assignment);

    /// What `apply` would set, read back in the unit that users see.
    Result<double> value(std::string_view key);
};

}  // namespace shoal
