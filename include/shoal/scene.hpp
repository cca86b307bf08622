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
    float width = 10.0f;    ///< [m] of a box or shell along x
    float height = 10.0f;   ///< [m] of a box or shell along y; 0 is flat
    float depth = 10.0f;    ///< [m] of a box or shell along z
    float speed = 1.0f;     ///< [m/s]
    bool isLevel = false;   ///< random headings are horizontal
    float order = 0.0f;     ///< 0 random headings .. 1 all along +x
    float swirl = 0.0f;     ///< 0 as `order` says .. 1 all around the vertical, as in a mill

    static constexpr std::array<std::string_view, 3> shapes{"ball", "box", "shell"};
    static constexpr std::array parameters{
        parameter<&Start::shape>(
            {.key = "shape",
             .help = "Shape of the flock at the start: a ball, a box, or the shell of an ellipsoid.",
             .choices = shapes}),
        parameter<&Start::radius>({.key = "radius",
                                   .unit = "m",
                                   .min = 0.01,
                                   .max = 1000,
                                   .help = "Radius of the ball that the boids fill at the start.",
                                   .isLogarithmic = true}),
        parameter<&Start::flatness>(
            {.key = "flatness", .min = 0, .max = 1, .help = "How flat that ball is: 0 round, 1 a disc."}),
        parameter<&Start::width>({.key = "width",
                                  .unit = "m",
                                  .min = 0,
                                  .max = 2000,
                                  .help = "Size of that box or shell along x; a ball ignores it.",
                                  .isLogarithmic = true}),
        parameter<&Start::height>({.key = "height",
                                   .unit = "m",
                                   .min = 0,
                                   .max = 2000,
                                   .help = "Size of that box or shell along y, upwards; 0 is flat.",
                                   .isLogarithmic = true}),
        parameter<&Start::depth>({.key = "depth",
                                  .unit = "m",
                                  .min = 0,
                                  .max = 2000,
                                  .help = "Size of that box or shell along z; a ball ignores it.",
                                  .isLogarithmic = true}),
        parameter<&Start::speed>(
            {.key = "speed", .unit = "m/s", .min = 0, .max = 20, .help = "Speed at the start."}),
        parameter<&Start::isLevel>(
            {.key = "level", .help = "Keeps random headings at the start horizontal."}),
        parameter<&Start::order>(
            {.key = "order", .min = 0, .max = 1, .help = "Headings at the start: 0 at random, 1 all alike."}),
        parameter<&Start::swirl>(
            {.key = "swirl",
             .min = 0,
             .max = 1,
             .help = "Headings at the start: 0 as set by order, 1 all around the vertical, as in a mill."}),
    };
};

/// How a species perceives another and is steered by it: prey that flees, predators that pursue.
struct Interaction {
    std::string observed;   ///< name of the other species
    Perception perception;  ///< of the other species; its own kind has a separate one
    RuleSet rules;          ///< only its pair rules act
};

/// A kind of boid: how many, how they see, which rules steer them, and how they look.
struct Species {
    /// The body model; no rule reads it.
    enum class Body {
        fish,
        bird,
        beast,  ///< a running antelope; its position is between its hooves
        cat,    ///< a big cat that hunts antelopes; its position likewise
        dart,   ///< a folded paper dart: for models of no particular animal
    };

    std::string name = "fish";  ///< a bare TOML key: letters, digits, _ and -
    int count = 1000;
    Body body = Body::fish;
    float bodyLength = 0.25f;  ///< [m] for rendering; no rule reads it
    float hue = 0.0f;          ///< [rad] on the colour wheel, red at 0; for rendering
    float tint = 0.0f;         ///< strength of that colour on the bodies: 0 none .. 1
    /// [1/s] how often each boid perceives and steers anew. In between it keeps its steering while it moves
    /// at every step. Updates are staggered by id. The period is rounded to a whole number of steps.
    int decisionRate = kStepsPerSecond;
    Perception perception;
    Start start;
    RuleSet rules;                  ///< one of each registered rule, most of them off
    std::vector<Interaction> sees;  ///< one for each other species that it responds to

    static constexpr std::array<std::string_view, 5> bodies{"fish", "bird", "beast", "cat", "dart"};
    static constexpr std::array parameters{
        parameter<&Species::count>({.key = "count",
                                    .min = 0,
                                    .max = 1000000,
                                    .help = "How many boids; 0 is an empty sea.",
                                    .isLogarithmic = true}),
        parameter<&Species::decisionRate>(
            {.key = "decision_rate",
             .unit = "1/s",
             .min = 1,
             .max = kStepsPerSecond,
             .help = "How often each boid updates its steering; updates are staggered, and boids keep moving "
                     "in between. Lower is faster: "
                     "divisors of 60 are exact.",
             .isLogarithmic = true}),
        parameter<&Species::body>({.key = "body",
                                   .help = "What the boids look like; does not affect their motion.",
                                   .choices = bodies}),
        parameter<&Species::bodyLength>({.key = "body_length",
                                         .unit = "m",
                                         .min = 0.01,
                                         .max = 10,
                                         .help = "Length of a body as drawn; does not affect motion.",
                                         .isLogarithmic = true}),
        parameter<&Species::hue>({.key = "hue",
                                  .unit = "°",
                                  .min = 0,
                                  .max = 360,
                                  .help =
                                      "The bodies' colour on the wheel: 0 red, 120 green, 240 blue; shown "
                                      "as strongly as tint sets."}),
        parameter<&Species::tint>(
            {.key = "tint",
             .min = 0,
             .max = 1,
             .help = "How much of that colour the bodies take on: 0 keeps their natural colour."}),
    };
};

/// The viewpoint. Angles are those of a compass card: 0° looks along −z.
struct CameraSettings {
    float fieldOfView = 0.785398163f;  ///< [rad] vertical
    float distance = 12.0f;            ///< [m] from the point looked at
    float azimuth = 0.6f;              ///< [rad] about the vertical
    float elevation = -0.12f;          ///< [rad] above the horizon; below zero looks up
    float orbit = 0.05f;               ///< [rad/s] slow turn until the camera is first touched

    static constexpr std::array parameters{
        parameter<&CameraSettings::fieldOfView>({.key = "field_of_view",
                                                 .unit = "°",
                                                 .min = 20,
                                                 .max = 100,
                                                 .help = "Vertical opening of the lens."}),
        parameter<&CameraSettings::distance>({.key = "distance",
                                              .unit = "m",
                                              .min = 0.5,
                                              .max = 2000,
                                              .help = "Distance from the point looked at.",
                                              .isLogarithmic = true}),
        parameter<&CameraSettings::azimuth>({.key = "azimuth",
                                             .unit = "°",
                                             .min = -180,
                                             .max = 180,
                                             .help = "Direction from which the flock is seen."}),
        parameter<&CameraSettings::elevation>(
            {.key = "elevation",
             .unit = "°",
             .min = -85,
             .max = 85,
             .help = "Height of the camera: below 0 it looks up at the flock."}),
        parameter<&CameraSettings::orbit>(
            {.key = "orbit",
             .unit = "°/s",
             .min = -30,
             .max = 30,
             .help = "Slow rotation around the flock, until the camera is first moved."}),
    };
};

/// The surroundings of the boids, and the light.
struct LookSettings {
    enum class Place {
        water,  ///< a sea, with light from its surface
        sky,    ///< air at dusk
        plain,  ///< air by day, over land
    };

    Place place = Place::water;
    float turbidity = 1.0f;   ///< scales the extinction of the water, or of haze in air
    float brightness = 1.0f;  ///< exposure
    float hue = 0.0f;         ///< [rad] shift of the bodies' hue

    static constexpr std::array<std::string_view, 3> places{"water", "sky", "plain"};
    static constexpr std::array parameters{
        parameter<&LookSettings::place>(
            {.key = "place",
             .help = "Surroundings of the boids: a sea, the sky at dusk, or a plain by day.",
             .choices = places}),
        parameter<&LookSettings::turbidity>({.key = "turbidity",
                                             .min = 0,
                                             .max = 5,
                                             .help = "How quickly water or haze hides distant bodies."}),
        parameter<&LookSettings::brightness>(
            {.key = "brightness", .min = 0.2, .max = 3, .help = "Exposure of the picture."}),
        parameter<&LookSettings::hue>(
            {.key = "hue", .unit = "°", .min = -180, .max = 180, .help = "Shifts the hue of the bodies."}),
    };
};

/// A group of tunables of a scene, with the dotted path of its table in a preset file.
struct Section {
    std::string
        path;  ///< "world", "species.fish", "species.fish.separation", "species.fish.sees.shark.separation"
    std::string title;      ///< for a heading: "World", "Separation", "Separation (shark)"
    std::string_view help;  ///< one sentence, may be empty
    Tunables tunables;
    Rule* rule = nullptr;      ///< the rule whose on/off switch belongs to this section
    int speciesIndex = -1;     ///< which species it belongs to, or −1
    bool isRemovable = false;  ///< an edit of "PATH.present" to 0 removes it from the scene
};

/// A change of one tunable: panels queue it, `--set` parses it and takes store it. Values are in the unit
/// that users see: toggles are 0 or 1, choices the index, angles in degrees.
struct Edit {
    std::string key;  ///< full: "species.fish.separation.radius"; "….enabled" switches a rule,
                      ///< "attractor.lure.present" adds or removes an object of the world
    double shown = 0.0;
};

/// Maximum number of species in a scene. Each is a separate pass over its flock, so the time of a step grows
/// with their number.
inline constexpr std::size_t kMaxSpecies = 64;

/// Maximum number of boids in a scene, all species together. Each needs about 80 bytes. A step of this many,
/// with 30 neighbours each, takes about half a second on one core.
inline constexpr std::int64_t kMaxBoids = 4'000'000;

/// Maximum number of interactions in a scene, all species together: enough for 32 species that all see each
/// other. Each is a separate pass over the observer's boids.
inline constexpr std::size_t kMaxInteractions = 1024;

/// Maximum number of obstacles, of goals and of attractors in a scene. Every boid examines all of them at
/// every step.
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

    /// Returns every group of tunables, in the order of panels and preset files. The pointers refer to this
    /// scene and stay valid until a species or an object of the world is added or removed.
    std::vector<Section> sections();

    /// Whether a simulation can run this scene: every tunable is finite and in its declared range, names are
    /// legal and unique, observed species exist, and nothing exceeds kMaxSpecies, kMaxInteractions,
    /// kMaxThings or kMaxBoids. The problem names the first fault found, where it is, and what is legal.
    Outcome check() const;

    /// Number of boids of all species.
    std::int64_t boidCount() const;

    /// Applies one edit. `key` may omit "species." and, if there is only one species, its name. An unknown
    /// key is a problem that names the nearest known one. A value that is out of range or not finite, a count
    /// that exceeds kMaxBoids in all, or an object beyond kMaxThings is a problem too. A problem leaves the
    /// scene as it was.
    Outcome apply(const Edit& edit);

    /// Parses and applies `KEY=VALUE`; a value may be a number, true/false, on/off or a choice's name. Fails
    /// for the same reasons as `apply`.
    Outcome applyText(std::string_view assignment);

    /// Reads back what `apply` sets, in the unit that users see.
    Result<double> value(std::string_view key);
};

}  // namespace shoal
