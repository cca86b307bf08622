/* Calls every function of shoal.h, with right and with wrong arguments. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <shoal/shoal.h>

static int failures = 0;

static void check(bool holds, const char* what, int line) {
    if (!holds) {
        ++failures;
        printf("line %d: %s does not hold\n", line, what);
    }
}
#define CHECK(condition) check(condition, #condition, __LINE__)

/* Prints an error that a test does not expect. */
static shoal_error error;
static void check_ok(shoal_status status, const char* what, int line) {
    if (status != SHOAL_OK) {
        printf("%s\n", error.text);
    }
    check(status == SHOAL_OK, what, line);
}
#define CHECK_OK(call) check_ok(call, #call, __LINE__)

static bool says(const char* part) {
    return strstr(error.text, part) != NULL;
}

static shoal_simulation* opened(const char* preset, uint64_t seed, int64_t boids) {
    const shoal_options options = {.seed = &seed, .boids = boids > 0 ? &boids : NULL, .threads = 1};
    shoal_simulation* simulation = NULL;
    CHECK_OK(shoal_open(preset, &options, &simulation, &error));
    return simulation;
}

static shoal_state state_of(const shoal_simulation* simulation) {
    shoal_state state = {0};
    CHECK_OK(shoal_get_state(simulation, &state, &error));
    return state;
}

static uint64_t hash_of(const shoal_simulation* simulation) {
    uint64_t hash = 0;
    CHECK_OK(shoal_hash(simulation, &hash, &error));
    return hash;
}

static void test_version(void) {
    CHECK(shoal_c_version() == SHOAL_C_VERSION);
    CHECK(strlen(shoal_version()) >= 5);
}

static void test_presets(void) {
    shoal_preset preset;
    CHECK(shoal_preset_count() > 10);
    CHECK_OK(shoal_preset_at(0, &preset, &error));
    CHECK(strcmp(preset.name, "reef") == 0);
    CHECK(strcmp(preset.base, "") == 0);
    CHECK(strstr(preset.toml, "[species.") != NULL);
    CHECK(shoal_preset_at(shoal_preset_count(), &preset, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_preset_at(0, NULL, NULL) == SHOAL_BAD_CALL);
}

/* The hash is that of tests/sim/step/golden_test.cpp. */
static void test_run(void) {
    shoal_simulation* reef = opened("reef", 7, 0);
    CHECK(strcmp(shoal_name(reef), "reef") == 0);
    CHECK(strlen(shoal_title(reef)) > 0);
    CHECK_OK(shoal_step(reef, 600, &error));
    CHECK(hash_of(reef) == 0x31611205deefff86u);
    const shoal_state state = state_of(reef);
    CHECK(state.step_count == 600);
    CHECK(state.seed == 7);
    CHECK(state.species_count == 1);
    CHECK(state.threads == 1);
    CHECK(!state.is_take);
    CHECK(fabs(state.seconds - 600 * state.step_seconds) < 1e-9);
    shoal_take take;
    CHECK(shoal_get_take(reef, &take, &error) == SHOAL_BAD_CALL);
    shoal_free(reef);
    shoal_free(NULL);
}

static void test_refused_opening(void) {
    shoal_simulation* simulation = (shoal_simulation*)&error;
    CHECK(shoal_open("reff", NULL, &simulation, &error) == SHOAL_BAD_VALUE);
    CHECK(simulation == NULL);
    CHECK(error.status == SHOAL_BAD_VALUE);
    CHECK(says("did you mean \"reef\"?"));
    CHECK(shoal_open("reff", NULL, &simulation, NULL) == SHOAL_BAD_VALUE);
    CHECK(shoal_open(NULL, NULL, &simulation, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_open("reef", NULL, NULL, &error) == SHOAL_BAD_CALL);
    const shoal_options threads = {.threads = 5000};
    CHECK(shoal_open("reef", &threads, &simulation, &error) == SHOAL_BAD_VALUE);
    const int64_t many = 4000001;
    const shoal_options boids = {.boids = &many};
    CHECK(shoal_open("reef", &boids, &simulation, &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_open_text("[species.fish]\ncuont = 3\n", "mine.toml", NULL, &simulation, &error) ==
          SHOAL_BAD_VALUE);
    CHECK(says("mine.toml:2:1"));
    CHECK(shoal_open_take("/nonexistent.take", NULL, &simulation, &error) == SHOAL_BAD_VALUE);
    CHECK(simulation == NULL);
}

/* A text longer than the place for it is cut between two characters. */
static void test_long_error(void) {
    shoal_simulation* simulation = NULL;
    char name[4001];
    for (size_t index = 0; index + 1 < sizeof name; index += 2) {
        memcpy(name + index, "\xc3\xa9", 2);
    }
    name[4000] = '\0';
    CHECK(shoal_open(name, NULL, &simulation, &error) == SHOAL_BAD_VALUE);
    const size_t length = strlen(error.text);
    CHECK(length < SHOAL_ERROR_TEXT);
    CHECK(length >= SHOAL_ERROR_TEXT - 4);
    CHECK(length % 2 == 0);
}

static void test_tunables(void) {
    shoal_simulation* reef = opened("reef", 1, 100);
    double value = 0.0;
    CHECK_OK(shoal_set(reef, "alignment.weight", 2.5, &error));
    CHECK_OK(shoal_get(reef, "alignment.weight", &value, &error));
    CHECK(value == 2.5);
    CHECK(shoal_set(reef, "alignmnt.weight", 1.0, &error) == SHOAL_BAD_VALUE);
    CHECK(says("did you mean \"alignment.weight\"?"));
    CHECK(shoal_set(reef, "alignment.weight", 1e9, &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_set(reef, "alignment.weight", NAN, &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_set(reef, NULL, 1.0, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_set(NULL, "alignment.weight", 1.0, &error) == SHOAL_BAD_CALL);
    CHECK_OK(shoal_set_text(reef, "world.shape = sphere", &error));
    CHECK_OK(shoal_get(reef, "world.shape", &value, &error));
    CHECK(value == 1.0);
    CHECK(shoal_set_text(reef, "world.shape=cube", &error) == SHOAL_BAD_VALUE);
    CHECK(says("box, sphere"));

    shoal_keys* keys = NULL;
    shoal_key key;
    CHECK_OK(shoal_list_keys(reef, &keys, &error));
    const size_t count = shoal_key_count(keys);
    CHECK(count > 100);
    for (size_t index = 0; index < count; ++index) {
        CHECK_OK(shoal_key_at(keys, index, &key, &error));
        CHECK_OK(shoal_get(reef, key.key, &value, &error));
        CHECK_OK(shoal_set(reef, key.key, value, &error));
    }
    CHECK(shoal_key_at(keys, count, &key, &error) == SHOAL_BAD_CALL);
    shoal_keys_free(keys);
    shoal_keys_free(NULL);

    CHECK_OK(shoal_find_key(reef, "world.shape", &keys, &error));
    CHECK(shoal_key_count(keys) == 1);
    CHECK_OK(shoal_key_at(keys, 0, &key, &error));
    CHECK(key.form == SHOAL_CHOICE);
    CHECK(key.choice_count == 2);
    CHECK(!key.is_picture);
    CHECK(strcmp(shoal_choice_name(keys, 0, 1), "sphere") == 0);
    CHECK(shoal_choice_name(keys, 0, 2) == NULL);
    CHECK(shoal_choice_name(keys, 1, 0) == NULL);
    CHECK(shoal_choice_name(NULL, 0, 0) == NULL);
    shoal_keys_free(keys);
    const char* const written[] = {"alignment.weight", "sardine.alignment.weight",
                                   "species.sardine.alignment.weight"};
    for (size_t index = 0; index < 3; ++index) {
        CHECK_OK(shoal_find_key(reef, written[index], &keys, &error));
        CHECK_OK(shoal_key_at(keys, 0, &key, &error));
        CHECK(strcmp(key.key, "species.sardine.alignment.weight") == 0);
        shoal_keys_free(keys);
    }
    CHECK(shoal_find_key(reef, "wrld.shape", &keys, &error) == SHOAL_BAD_VALUE);
    CHECK(keys == NULL);

    char* text = NULL;
    CHECK_OK(shoal_preset_text(reef, &text, &error));
    shoal_simulation* again = NULL;
    CHECK_OK(shoal_open_text(text, "again.toml", NULL, &again, &error));
    CHECK(hash_of(again) == hash_of(reef));
    shoal_text_free(text);
    shoal_text_free(NULL);
    shoal_free(again);
    shoal_free(reef);
}

static void test_boids(void) {
    shoal_simulation* ball = opened("bait-ball", 3, 0);
    const shoal_state state = state_of(ball);
    CHECK(state.species_count == 3);
    CHECK_OK(shoal_step(ball, 5, &error));
    float* all = calloc(state.boid_count, 3 * sizeof *all);
    CHECK_OK(shoal_read(ball, SHOAL_ALL_SPECIES, SHOAL_POSITION, all, state.boid_count, &error));
    size_t first = 0;
    for (size_t index = 0; index < state.species_count; ++index) {
        shoal_species species;
        shoal_columns columns;
        CHECK_OK(shoal_species_at(ball, index, &species, &error));
        CHECK(species.body_length > 0.0);
        CHECK(strlen(species.name) > 0);
        CHECK_OK(shoal_view(ball, index, SHOAL_POSITION, &columns, &error));
        CHECK(columns.count == species.count);
        float* own = calloc(species.count, 3 * sizeof *own);
        CHECK_OK(shoal_read(ball, (int)index, SHOAL_POSITION, own, species.count, &error));
        CHECK(memcmp(own, all + 3 * first, 3 * species.count * sizeof *own) == 0);
        for (size_t slot = 0; slot < columns.count; ++slot) {
            const float* row = own + 3 * (size_t)columns.id[slot];
            CHECK(row[0] == columns.x[slot] && row[1] == columns.y[slot] && row[2] == columns.z[slot]);
        }
        free(own);
        first += species.count;
    }
    CHECK(first == state.boid_count);
    CHECK(shoal_read(ball, SHOAL_ALL_SPECIES, SHOAL_POSITION, all, state.boid_count - 1, &error) ==
          SHOAL_BAD_CALL);
    CHECK(shoal_read(ball, 3, SHOAL_POSITION, all, 1, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_read(ball, -2, SHOAL_POSITION, all, 1, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_read(ball, SHOAL_ALL_SPECIES, (shoal_vector)99, all, state.boid_count, &error) ==
          SHOAL_BAD_CALL);
    for (int vector = SHOAL_POSITION; vector <= SHOAL_VELOCITY_BEFORE; ++vector) {
        CHECK_OK(shoal_read(ball, SHOAL_ALL_SPECIES, (shoal_vector)vector, all, state.boid_count, &error));
    }
    free(all);

    const float positions[6] = {0, 1, 2, 3, 4, 5};
    const float velocities[6] = {1, 0, 0, 0, 1, 0};
    float read[6];
    CHECK_OK(shoal_place(ball, 1, positions, velocities, 2, &error));
    CHECK_OK(shoal_read(ball, 1, SHOAL_POSITION, read, 2, &error));
    CHECK(memcmp(read, positions, sizeof read) == 0);
    const float infinite[3] = {INFINITY, 0, 0};
    CHECK(shoal_place(ball, 1, infinite, velocities, 1, &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_place(ball, 3, positions, velocities, 2, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_place(ball, 1, NULL, velocities, 2, &error) == SHOAL_BAD_CALL);
    CHECK_OK(shoal_place(ball, 1, NULL, NULL, 0, &error));
    CHECK_OK(shoal_step(ball, 1, &error));
    shoal_free(ball);
}

static void test_checkpoints(void) {
    shoal_simulation* reef = opened("reef", 5, 200);
    shoal_checkpoint* checkpoint = NULL;
    shoal_simulation* copy = NULL;
    CHECK_OK(shoal_step(reef, 20, &error));
    CHECK_OK(shoal_make_checkpoint(reef, &checkpoint, &error));
    CHECK_OK(shoal_copy(reef, &copy, &error));
    CHECK_OK(shoal_step(reef, 20, &error));
    const uint64_t later = hash_of(reef);
    CHECK_OK(shoal_step(copy, 20, &error));
    CHECK(hash_of(copy) == later);
    CHECK_OK(shoal_resume(reef, checkpoint, &error));
    CHECK(state_of(reef).step_count == 20);
    CHECK_OK(shoal_step(reef, 20, &error));
    CHECK(hash_of(reef) == later);
    CHECK(shoal_resume(reef, NULL, &error) == SHOAL_BAD_CALL);
    CHECK_OK(shoal_restart(reef, 6, &error));
    CHECK(state_of(reef).step_count == 0);
    CHECK(state_of(reef).seed == 6);
    shoal_checkpoint_free(checkpoint);
    shoal_checkpoint_free(NULL);
    shoal_free(copy);
    shoal_free(reef);
}

static void test_measures(void) {
    shoal_simulation* ball = opened("bait-ball", 3, 0);
    CHECK_OK(shoal_step(ball, 60, &error));
    const size_t count = shoal_measure_count();
    double* values = calloc(count, sizeof *values);
    for (int species = SHOAL_ALL_SPECIES; species < 3; ++species) {
        CHECK_OK(shoal_measure(ball, species, values, &error));
        shoal_measures* measures = NULL;
        CHECK_OK(shoal_measures_of(ball, species, &measures, &error));
        shoal_simulation* copy = NULL;
        CHECK_OK(shoal_copy(ball, &copy, &error));
        shoal_free(ball);
        ball = copy;
        bool has_polarisation = false;
        for (size_t index = 0; index < count; ++index) {
            shoal_measure_info info;
            CHECK_OK(shoal_measure_at(index, &info, &error));
            CHECK(strlen(info.help) > 0);
            /* Each alone, of a simulation that is gone. */
            double value = -1.0;
            CHECK_OK(shoal_measures_value(measures, index, &value, &error));
            CHECK(value == values[index] || (isnan(value) && isnan(values[index])));
            if (strcmp(info.key, "polarisation") == 0) {
                has_polarisation = true;
                CHECK(values[index] >= 0.0 && values[index] <= 1.0);
            }
        }
        CHECK(has_polarisation);
        double value = 0.0;
        CHECK(shoal_measures_value(measures, count, &value, &error) == SHOAL_BAD_CALL);
        CHECK(shoal_measures_value(measures, 0, NULL, &error) == SHOAL_BAD_CALL);
        shoal_measures_free(measures);
    }
    shoal_measure_info info;
    CHECK(shoal_measure_at(count, &info, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_measure(ball, 3, values, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_measure(NULL, 0, values, &error) == SHOAL_BAD_CALL);
    shoal_measures* none = NULL;
    CHECK(shoal_measures_of(ball, 3, &none, &error) == SHOAL_BAD_CALL && none == NULL);
    CHECK(shoal_measures_of(NULL, 0, &none, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_measures_of(ball, 0, NULL, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_measures_value(NULL, 0, values, &error) == SHOAL_BAD_CALL);
    shoal_measures_free(NULL);
    free(values);
    shoal_free(ball);
}

static bool is_stopped(void* context) {
    return *(bool*)context;
}

static void test_sweeps(void) {
    const char* text =
        "preset = \"reef\"\nsteps = 5\nevery = 5\n[set]\ncount = 50\n[vary]\nseed = [1, 2, 3]\n";
    shoal_sweep* sweep = NULL;
    char* row = NULL;
    CHECK_OK(shoal_open_sweep_text(text, "sweep.toml", &sweep, &error));
    CHECK(shoal_sweep_runs(sweep) == 3);
    CHECK(strstr(shoal_sweep_header(sweep), "polarisation") != NULL);
    CHECK_OK(shoal_sweep_run(sweep, 2, NULL, NULL, &row, &error));
    CHECK(row != NULL && strstr(row, "reef") != NULL);
    shoal_text_free(row);
    bool stop = true;
    CHECK_OK(shoal_sweep_run(sweep, 0, is_stopped, &stop, &row, &error));
    CHECK(row == NULL);
    CHECK(shoal_sweep_run(sweep, 3, NULL, NULL, &row, &error) == SHOAL_BAD_CALL);
    shoal_simulation* simulation = NULL;
    CHECK_OK(shoal_open_sweep_run(sweep, 1, NULL, &simulation, &error));
    CHECK(state_of(simulation).seed == 2);
    CHECK(state_of(simulation).boid_count == 50);
    shoal_free(simulation);
    shoal_sweep_free(sweep);
    shoal_sweep_free(NULL);
    CHECK(shoal_sweep_runs(NULL) == 0);
    CHECK(shoal_sweep_header(NULL) == NULL);
    CHECK(shoal_open_sweep_text("stesp = 3\n", "sweep.toml", &sweep, &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_open_sweep("/nonexistent.toml", &sweep, &error) == SHOAL_BAD_VALUE);
    CHECK(sweep == NULL);
}

static void test_pictures(void) {
    shoal_simulation* reef = opened("reef", 1, 200);
    shoal_renderer* renderer = NULL;
    CHECK_OK(shoal_renderer_create(&renderer, &error));
    CHECK(strstr(shoal_camera_names(), "school, ") == shoal_camera_names());
    uint8_t rgba[4 * 64 * 36] = {0};
    shoal_picture picture = {.width = 64, .height = 36};
    CHECK_OK(shoal_render(renderer, reef, &picture, rgba, sizeof rgba, &error));
    bool is_varied = false;
    for (size_t byte = 4; byte < sizeof rgba; byte += 4) {
        is_varied = is_varied || rgba[byte] != rgba[0];
        CHECK(rgba[byte + 3] == 255);
    }
    CHECK(is_varied);
    CHECK(shoal_render(renderer, reef, &picture, rgba, sizeof rgba - 1, &error) == SHOAL_BAD_CALL);
    CHECK(shoal_render(NULL, reef, &picture, rgba, sizeof rgba, &error) == SHOAL_BAD_CALL);
    picture.camera = "abov";
    CHECK(shoal_render(renderer, reef, &picture, rgba, sizeof rgba, &error) == SHOAL_BAD_VALUE);
    CHECK(says("above"));
    picture = (shoal_picture){.width = 0, .height = 36};
    CHECK(shoal_render(renderer, reef, &picture, rgba, sizeof rgba, &error) == SHOAL_BAD_VALUE);
    shoal_renderer_free(renderer);
    shoal_renderer_free(NULL);
    shoal_free(reef);
}

static void test_plugins(void) {
    const char* preset = "[species.fish]\ncount = 30\n\n[species.fish.nudge]\nlift = 2.5\n";
    shoal_simulation* simulation = NULL;
    CHECK(shoal_open_text(preset, "nudged.toml", NULL, &simulation, &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_load_plugin(SHOAL_TEST_PLUGINS "/no_rule.so", &error) == SHOAL_BAD_VALUE);
    CHECK(says("it registers no new rule"));
    CHECK(shoal_load_plugin("/nonexistent.so", &error) == SHOAL_BAD_VALUE);
    CHECK(shoal_load_plugin(NULL, &error) == SHOAL_BAD_CALL);
    CHECK_OK(shoal_load_plugin(SHOAL_TEST_PLUGINS "/nudge.so", &error));
    CHECK_OK(shoal_load_plugin(SHOAL_TEST_PLUGINS "/nudge.so", &error));
    CHECK_OK(shoal_open_text(preset, "nudged.toml", NULL, &simulation, &error));
    CHECK_OK(shoal_step(simulation, 10, &error));
    shoal_free(simulation);
}

int main(void) {
    test_version();
    test_presets();
    test_run();
    test_refused_opening();
    test_long_error();
    test_tunables();
    test_boids();
    test_checkpoints();
    test_measures();
    test_sweeps();
    test_pictures();
    test_plugins();
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
