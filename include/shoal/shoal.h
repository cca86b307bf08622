#pragma once

/// The C interface of libshoal, for other languages and for programs that cannot link C++: the simulation,
/// takes, plugins, sweeps and pictures. C11 or later.
///
/// Errors: a function that can fail returns a status and fills `error`, which may be null. A handle or text
/// that it should have made is then null, and nothing else has changed. With SHOAL_DEVIATED, though,
/// shoal_step has taken the steps up to the deviation. No exception leaves a function, and none aborts
/// because of its arguments: null handles and wrong indices are errors, too. Functions without a status
/// return 0 or null if they fail, as they do for a null handle.
///
/// Threads: different handles may be used from different threads at the same time. One handle may be used by
/// one thread at a time. shoal_load_plugin may run only while no other function does. After fork(), a handle
/// that another thread was using may not be used in the forked process; simulations there work on one thread
/// if those of the parent worked on several.
///
/// Units are SI: metres, seconds, m/s, m/s². The world is right-handed, with y up. Text is UTF-8.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SHOAL_API __attribute__((visibility("default")))
#else
#define SHOAL_API
#endif

/// Version of this interface. It rises when a program built against an older header would no longer run. A
/// new field in a struct raises it, too: callers allocate the structs, which do not state their size. A
/// program compares it with shoal_c_version() before any other call.
#define SHOAL_C_VERSION 1

/// Returns SHOAL_C_VERSION of the library that is loaded.
SHOAL_API int shoal_c_version(void);

/// Returns the version of Shoal, such as "0.1.0".
SHOAL_API const char* shoal_version(void);

// ---- Errors

typedef enum shoal_status {
    SHOAL_OK = 0,
    SHOAL_BAD_CALL = 1,     ///< a null handle or pointer, or an index or size out of range
    SHOAL_BAD_VALUE = 2,    ///< an unknown name or key, a value out of range, a mistake in a file
    SHOAL_NO_MEMORY = 3,    ///< out of memory
    SHOAL_NO_GRAPHICS = 4,  ///< OpenGL cannot draw this
    SHOAL_DEVIATED = 5,     ///< a take's flock differs from the recording; shoal_step has advanced it
    SHOAL_INTERNAL = 6      ///< a fault of Shoal
} shoal_status;

#define SHOAL_ERROR_TEXT 1024

/// Why a function failed. On success it is left as it was.
typedef struct shoal_error {
    shoal_status status;
    char text[SHOAL_ERROR_TEXT];  ///< one line, zero-terminated: what, where and what to do
} shoal_error;

/// Frees a text that a function returned. Null is allowed.
SHOAL_API void shoal_text_free(char* text);

// ---- Presets and plugins

/// A preset that is part of the library. The texts are constants.
typedef struct shoal_preset {
    const char* name;  ///< such as "reef"
    const char* base;  ///< the preset that this one is a variant of; "" if none
    const char* toml;  ///< the text of its file
} shoal_preset;

/// Returns the number of built-in presets.
SHOAL_API size_t shoal_preset_count(void);

/// Describes a built-in preset by its index, 0 .. shoal_preset_count() − 1.
SHOAL_API shoal_status shoal_preset_at(size_t index, shoal_preset* preset, shoal_error* error);

/// Loads a plugin: a shared library with rules, made by shoal_add_plugin() of Shoal's CMake package. A file
/// named again is not loaded again. It stays loaded until the program ends. It runs its own code. Only
/// simulations opened later have its rules.
SHOAL_API shoal_status shoal_load_plugin(const char* file, shoal_error* error);

// ---- Simulations

/// A running scene.
typedef struct shoal_simulation shoal_simulation;

/// How to open a simulation. All zero is the default.
typedef struct shoal_options {
    const uint64_t* seed;  ///< null: the preset's
    /// Number of boids of all species, 0 .. 4,000,000; null: the preset's. Density is kept: more boids get
    /// more space. Rare species keep their number.
    const int64_t* boids;
    int32_t threads;  ///< 0 .. 1024; 0: one for each core. Does not change the result.
} shoal_options;

/// Opens a built-in preset by its name, or by its path a preset file or the scene in a picture, film, sidecar
/// or take of Shoal, at step 0. `options` may be null. The caller frees the simulation.
SHOAL_API shoal_status shoal_open(const char* preset, const shoal_options* options,
                                  shoal_simulation** simulation, shoal_error* error);

/// Opens the text of a preset. `name` stands for the file in messages.
SHOAL_API shoal_status shoal_open_text(const char* toml, const char* name, const shoal_options* options,
                                       shoal_simulation** simulation, shoal_error* error);

/// Opens a take at its first step, from a .take file or from inside a picture or film that Shoal made:
/// shoal_step applies the take's edits and compares its hashes. Of the options only `threads` is used.
SHOAL_API shoal_status shoal_open_take(const char* file, const shoal_options* options,
                                       shoal_simulation** simulation, shoal_error* error);

/// Copies a simulation with its state. The copy of a take is not a take: it can be edited, and is at the same
/// step.
SHOAL_API shoal_status shoal_copy(const shoal_simulation* simulation, shoal_simulation** copy,
                                  shoal_error* error);

/// Null is allowed.
SHOAL_API void shoal_free(shoal_simulation* simulation);

/// Advances by `count` steps. A take's edits take effect at their steps; SHOAL_DEVIATED stops it at the first
/// state that differs from the recording. A program that calls this again continues from there.
SHOAL_API shoal_status shoal_step(shoal_simulation* simulation, uint64_t count, shoal_error* error);

/// Returns to step 0 with this seed; tunables keep their values. Not for a take.
SHOAL_API shoal_status shoal_restart(shoal_simulation* simulation, uint64_t seed, shoal_error* error);

/// Where a simulation is.
typedef struct shoal_state {
    uint64_t step_count;
    double seconds;       ///< [s] of the model since step 0
    double step_seconds;  ///< [s] of the model in one step
    uint64_t seed;
    size_t boid_count;  ///< of all species
    size_t species_count;
    int32_t threads;
    bool is_take;
} shoal_state;

SHOAL_API shoal_status shoal_get_state(const shoal_simulation* simulation, shoal_state* state,
                                       shoal_error* error);

/// Hashes step count, ids, positions, velocities and the memories of rules. Equal on every machine, for any
/// number of threads. Takes time in proportion to the number of boids.
SHOAL_API shoal_status shoal_hash(const shoal_simulation* simulation, uint64_t* hash, shoal_error* error);

/// Returns the scene as the text of a preset, with its present tunables. The caller frees it with
/// shoal_text_free.
SHOAL_API shoal_status shoal_preset_text(const shoal_simulation* simulation, char** text, shoal_error* error);

/// Returns a line for each rule whose results were not finite since the start; an empty text if all is well.
/// The caller frees it with shoal_text_free.
SHOAL_API shoal_status shoal_fault_text(const shoal_simulation* simulation, char** text, shoal_error* error);

/// Returns the scene's name and title, "reef" and "Reef". They are valid until the next call that takes the
/// simulation as non-const.
SHOAL_API const char* shoal_name(const shoal_simulation* simulation);
SHOAL_API const char* shoal_title(const shoal_simulation* simulation);

// ---- Tunables

/// Sets a tunable, with effect from the next step. `key` is as in `shoal list keys`; it may omit "species."
/// and, with one species, its name. `value` is in the unit of shoal_key: degrees for angles, 0 or 1 for a
/// toggle, the index for a choice. Keys of a take's motion are refused.
SHOAL_API shoal_status shoal_set(shoal_simulation* simulation, const char* key, double value,
                                 shoal_error* error);

/// Sets a tunable as `--set` does: "world.shape=sphere", "alignment.enabled=off".
SHOAL_API shoal_status shoal_set_text(shoal_simulation* simulation, const char* assignment,
                                      shoal_error* error);

/// Reads what shoal_set sets.
SHOAL_API shoal_status shoal_get(const shoal_simulation* simulation, const char* key, double* value,
                                 shoal_error* error);

typedef enum shoal_form {
    SHOAL_NUMBER = 0,
    SHOAL_INTEGER = 1,
    SHOAL_TOGGLE = 2,  ///< 0 or 1
    SHOAL_CHOICE = 3   ///< the index of a named value
} shoal_form;

/// A tunable. The texts are valid as long as the list.
typedef struct shoal_key {
    const char* key;   ///< full: "species.sardine.alignment.weight"
    const char* help;  ///< one sentence; may be empty
    const char* unit;  ///< may be empty
    double min;        ///< of a number or an integer, in that unit
    double max;
    shoal_form form;
    size_t choice_count;  ///< 0 unless it is a choice
    bool is_picture;      ///< changes only the picture or a measure, not the flock
} shoal_key;

/// The tunables of a simulation at one moment.
typedef struct shoal_keys shoal_keys;

/// Lists all tunables, in the order of preset files. The caller frees the list. It stays valid without the
/// simulation.
SHOAL_API shoal_status shoal_list_keys(const shoal_simulation* simulation, shoal_keys** keys,
                                       shoal_error* error);
/// Lists the single tunable that a key, perhaps shortened, refers to. Its shoal_key has the full key.
SHOAL_API shoal_status shoal_find_key(const shoal_simulation* simulation, const char* key, shoal_keys** keys,
                                      shoal_error* error);
SHOAL_API size_t shoal_key_count(const shoal_keys* keys);
SHOAL_API shoal_status shoal_key_at(const shoal_keys* keys, size_t index, shoal_key* key, shoal_error* error);
/// Returns the name of a choice's value; null if there is none with these indices.
SHOAL_API const char* shoal_choice_name(const shoal_keys* keys, size_t index, size_t choice);
SHOAL_API void shoal_keys_free(shoal_keys* keys);

// ---- Boids

/// All species together, one after the other in the order of their indices.
#define SHOAL_ALL_SPECIES (-1)

typedef struct shoal_species {
    const char* name;    ///< valid until the next call that takes the simulation as non-const
    size_t count;        ///< of its boids
    double body_length;  ///< [m]
} shoal_species;

/// Describes a species by its index, 0 .. species_count − 1.
SHOAL_API shoal_status shoal_species_at(const shoal_simulation* simulation, size_t index,
                                        shoal_species* species, shoal_error* error);

/// A vector of each boid.
typedef enum shoal_vector {
    SHOAL_POSITION = 0,         ///< [m]
    SHOAL_VELOCITY = 1,         ///< [m/s]
    SHOAL_STEERING = 2,         ///< [m/s²] of the last step, before limits; 0 before the first
    SHOAL_POSITION_BEFORE = 3,  ///< [m] one step earlier, on the same side of a wrapped edge
    SHOAL_VELOCITY_BEFORE = 4   ///< [m/s] one step earlier
} shoal_vector;

/// Copies a vector of each boid of a species, or of SHOAL_ALL_SPECIES, in the order of ids: `values` gets x,
/// y, z of the boid with id 0, then of id 1, … `count` is the number of boids that `values` has space for; it
/// must be exactly theirs.
SHOAL_API shoal_status shoal_read(const shoal_simulation* simulation, int species, shoal_vector vector,
                                  float* values, size_t count, shoal_error* error);

/// The state of a species as the simulation holds it. Element k of each array belongs to one boid; the order
/// changes at every step. Valid until the next call that takes the simulation as non-const.
typedef struct shoal_columns {
    size_t count;
    const float* x;
    const float* y;
    const float* z;
    const uint32_t* id;  ///< 0 .. count − 1
} shoal_columns;

/// Returns a vector of each boid of a species without a copy.
SHOAL_API shoal_status shoal_view(const shoal_simulation* simulation, size_t species, shoal_vector vector,
                                  shoal_columns* columns, shoal_error* error);

/// Replaces the boids of a species by `count` others, with ids 0 .. count − 1 in this order. `positions` [m]
/// and `velocities` [m/s] hold x, y, z of each. SHOAL_BAD_VALUE if the species has walls, or wraps, and a
/// position lies outside the world. Not for a take.
SHOAL_API shoal_status shoal_place(shoal_simulation* simulation, size_t species, const float* positions,
                                   const float* velocities, size_t count, shoal_error* error);

// ---- Checkpoints

/// The state of a simulation at one step.
typedef struct shoal_checkpoint shoal_checkpoint;

/// The caller frees the checkpoint.
SHOAL_API shoal_status shoal_make_checkpoint(const shoal_simulation* simulation,
                                             shoal_checkpoint** checkpoint, shoal_error* error);
/// Continues from a checkpoint of this or another simulation: the following steps have the same bits. Not for
/// a take.
SHOAL_API shoal_status shoal_resume(shoal_simulation* simulation, const shoal_checkpoint* checkpoint,
                                    shoal_error* error);
SHOAL_API void shoal_checkpoint_free(shoal_checkpoint* checkpoint);

// ---- Takes

typedef struct shoal_take {
    uint64_t first_step;
    uint64_t last_step;  ///< of the recording
    uint64_t edit_count;
    uint64_t hash_count;       ///< recorded hashes
    uint64_t hashes_compared;  ///< so far; all of them were equal
} shoal_take;

/// Describes the take that a simulation replays; SHOAL_BAD_CALL if it replays none.
SHOAL_API shoal_status shoal_get_take(const shoal_simulation* simulation, shoal_take* take,
                                      shoal_error* error);

// ---- Measures

/// A measure of a flock. The texts are constants.
typedef struct shoal_measure_info {
    const char* key;   ///< such as "polarisation"
    const char* unit;  ///< may be empty
    const char* help;  ///< one sentence
} shoal_measure_info;

SHOAL_API size_t shoal_measure_count(void);
SHOAL_API shoal_status shoal_measure_at(size_t index, shoal_measure_info* info, shoal_error* error);

/// Measures a species or SHOAL_ALL_SPECIES. `values` gets shoal_measure_count() numbers in the order of
/// shoal_measure_at; a measure without a value is NaN. Takes as long as dozens of steps;
/// shoal_measures_of gives single measures.
SHOAL_API shoal_status shoal_measure(const shoal_simulation* simulation, int species, double* values,
                                     shoal_error* error);

/// The measures of a flock at one instant. Each is computed when it is first read.
typedef struct shoal_measures shoal_measures;

/// Copies what the measures of a species or SHOAL_ALL_SPECIES need. The caller frees them. They stay valid
/// without the simulation.
SHOAL_API shoal_status shoal_measures_of(const shoal_simulation* simulation, int species,
                                         shoal_measures** measures, shoal_error* error);
/// Reads a measure by its index, as in shoal_measure_at; one without a value is NaN.
SHOAL_API shoal_status shoal_measures_value(shoal_measures* measures, size_t index, double* value,
                                            shoal_error* error);
SHOAL_API void shoal_measures_free(shoal_measures* measures);

// ---- Sweeps

/// Many runs of one scene with different settings. Immutable: several threads may use it at the same time.
typedef struct shoal_sweep shoal_sweep;

/// Opens a sweep file. Its preset is a built-in one or a file beside it; `shoal sweep` also finds presets
/// that the user saved in the viewer. The caller frees the sweep.
SHOAL_API shoal_status shoal_open_sweep(const char* file, shoal_sweep** sweep, shoal_error* error);
/// Opens the text of a sweep file. `name` stands for the file in messages.
SHOAL_API shoal_status shoal_open_sweep_text(const char* toml, const char* name, shoal_sweep** sweep,
                                             shoal_error* error);
SHOAL_API void shoal_sweep_free(shoal_sweep* sweep);

/// Returns the number of runs.
SHOAL_API size_t shoal_sweep_runs(const shoal_sweep* sweep);
/// Returns the names of the columns as a line of CSV, without a newline. It is valid as long as the sweep.
SHOAL_API const char* shoal_sweep_header(const shoal_sweep* sweep);

/// Runs one run, 0 .. shoal_sweep_runs() − 1, on the calling thread, and returns its row as a line of CSV.
/// The caller frees the row with shoal_text_free. `is_stopped` is asked after each step with `context`; once
/// it returns true, the run ends and the row is null. It may be null.
SHOAL_API shoal_status shoal_sweep_run(const shoal_sweep* sweep, size_t run,
                                       bool (*is_stopped)(void* context), void* context, char** row,
                                       shoal_error* error);
/// Opens the simulation of a run at step 0. Of the options only `threads` is used.
SHOAL_API shoal_status shoal_open_sweep_run(const shoal_sweep* sweep, size_t run,
                                            const shoal_options* options, shoal_simulation** simulation,
                                            shoal_error* error);

// ---- Pictures

/// Draws simulations off screen; needs EGL, but no window or X server. Its functions leave no OpenGL context
/// current on the thread that calls them. After a renderer was created, processes forked from this one get
/// SHOAL_NO_GRAPHICS.
typedef struct shoal_renderer shoal_renderer;

SHOAL_API shoal_status shoal_renderer_create(shoal_renderer** renderer, shoal_error* error);
SHOAL_API void shoal_renderer_free(shoal_renderer* renderer);

typedef struct shoal_picture {
    int32_t width;        ///< [px] 1 .. 16384
    int32_t height;       ///< [px] 1 .. 16384
    const char* camera;   ///< a name of shoal_camera_names; null: "school"
    int32_t supersample;  ///< 1 .. 4: drawn pixels along each side of a pixel; 0: 1
    bool is_transparent;  ///< leaves out the backdrop
} shoal_picture;

/// Draws the present state into `rgba`, which holds 4·width·height bytes: rows from the top, each pixel as
/// red, green, blue and alpha, in sRGB with straight alpha. `byte_count` is the size of `rgba`. May be called
/// from any thread; drawing of several threads is serialised.
SHOAL_API shoal_status shoal_render(shoal_renderer* renderer, const shoal_simulation* simulation,
                                    const shoal_picture* picture, uint8_t* rgba, size_t byte_count,
                                    shoal_error* error);

/// Returns the names of the cameras: "school, above, side, …". A constant.
SHOAL_API const char* shoal_camera_names(void);

#ifdef __cplusplus
}
#endif
