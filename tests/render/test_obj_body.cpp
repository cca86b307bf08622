// Bodies of users, read from OBJ files.
#include <regex>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include "picture.hpp"
#include "render/import/obj_body.hpp"
#include "render/import/polygon.hpp"
#include "scratch_folder.hpp"

namespace shoal {
namespace {

// A box of 2 x 4 x 1 m, with quads as most programs write them. Its upper end, at +y, is red.
const std::string kBox =
    "mtllib box.mtl\nv -1 0 0\nv 1 0 0\nv 1 4 0\nv -1 4 0\nv -1 0 1\nv 1 0 1\nv 1 4 1\nv -1 4 1\n"
    "usemtl rest\nf 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 1 5 8 4\nusemtl head\nf 4 8 7 3\n";
const std::string kMaterials = "newmtl head\nKd 1 0 0\nnewmtl rest\nKd 0.2 0.2 0.2\n";

Result<std::optional<std::string>> materialsOf(const std::string& name, std::size_t) {
    return name == "box.mtl" ? std::optional(kMaterials) : std::nullopt;
}

TEST_CASE("an OBJ file becomes a body of length 1 with its head in front", "[render][obj]") {
    const auto body = readObj(kBox, "box.obj", materialsOf);
    INFO((body ? "" : body.problem().text));
    REQUIRE(body);
    const BodyMesh& mesh = body->levels[0];
    CHECK(mesh.indices.size() / 3 == 12);
    CHECK(mesh.vertices.size() == 24);  // sharp edges keep four corners a face
    const float red = partOfColour({1.0f, 0.0f, 0.0f});
    for (const BodyVertex& vertex : mesh.vertices) {
        // Length along z from 0; as wide as 2 of 4 m; the box's z is its height now.
        CHECK(std::abs(std::abs(vertex.position.z - 0.5f) - 0.5f) < 1e-5f);
        CHECK(std::abs(std::abs(vertex.position.x) - 0.25f) < 1e-5f);
        CHECK(std::abs(std::abs(vertex.position.y) - 0.125f) < 1e-5f);
        if (vertex.part == red) {
            CHECK(vertex.position.z < 0.01f);
            CHECK(vertex.normal.z < -0.99f);
        }
    }
    CHECK(std::ranges::count(mesh.vertices, red, &BodyVertex::part) == 4);
    // A flank of 1 x 0.25, a back of 1 x 0.5 and an end of 0.5 x 0.25.
    CHECK(std::abs(body->faces.x - 0.25f) < 1e-5f);
    CHECK(std::abs(body->faces.y - 0.5f) < 1e-5f);
    CHECK(std::abs(body->faces.z - 0.125f) < 1e-5f);
    REQUIRE(body->colour);
    CHECK(body->colour->r > body->colour->g + 0.02f);
    // Faces point outwards still.
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const glm::vec3 a = mesh.vertices[mesh.indices[i]].position;
        const glm::vec3 across = glm::cross(mesh.vertices[mesh.indices[i + 1]].position - a,
                                            mesh.vertices[mesh.indices[i + 2]].position - a);
        CHECK(glm::dot(across, a - glm::vec3{0.0f, 0.0f, 0.5f}) > 0.0f);
    }
}

TEST_CASE("a body that is longest along x or z has its head at the lower end", "[render][obj]") {
    const auto isAlongX = GENERATE(true, false);
    const std::string spike =
        isAlongX ? "v -5 0 0\nv 5 1 1\nv 5 -1 1\nv 5 0 -1\n" : "v 0 0 -5\nv 1 1 5\nv -1 1 5\nv 0 -1 5\n";
    const auto body = readObj(spike + "f 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n", "spike.obj");
    REQUIRE(body);
    CHECK_FALSE(body->colour);
    // Only the tip lies in front.
    for (const BodyVertex& vertex : body->levels[0].vertices) {
        CHECK((vertex.position.z < 0.01f) == (std::hypot(vertex.position.x, vertex.position.y) < 0.09f));
    }
}

TEST_CASE("coarser levels of a file's body keep its outline with fewer triangles", "[render][obj]") {
    std::string text;
    constexpr int kRings = 60;
    constexpr int kSides = 40;
    for (int ring = 0; ring <= kRings; ++ring) {
        for (int side = 0; side < kSides; ++side) {
            const double turn = 6.2831853 * side / kSides;
            const double t = static_cast<double>(ring) / kRings;
            const double radius = 0.01 + 0.4 * t * (1.0 - t);
            text += "v " + std::to_string(radius * std::cos(turn)) + " " +
                    std::to_string(radius * std::sin(turn)) + " " + std::to_string(t) + "\n";
        }
    }
    for (int ring = 0; ring < kRings; ++ring) {
        for (int side = 0; side < kSides; ++side) {
            const int next = (side + 1) % kSides;
            const int a = ring * kSides + 1;
            text += "f " + std::to_string(a + side) + " " + std::to_string(a + kSides + side) + " " +
                    std::to_string(a + kSides + next) + " " + std::to_string(a + next) + "\n";
        }
    }
    const auto body = readObj(text, "spindle.obj");
    REQUIRE(body);
    CHECK(body->levels[0].indices.size() / 3 == 2 * kRings * kSides);
    CHECK(body->levels[1].indices.size() / 3 < 2500);
    CHECK(body->levels[2].indices.size() / 3 < 500);
    for (const BodyMesh& level : body->levels) {
        const auto [low, high] = std::ranges::minmax(
            level.vertices, {}, [](const BodyVertex& vertex) { return vertex.position.z; });
        CHECK(low.position.z < 0.05f);
        CHECK(high.position.z > 0.95f);
        const BodyVertex& widest =
            std::ranges::max(level.vertices, {}, [](const BodyVertex& vertex) { return vertex.position.x; });
        CHECK(widest.position.x > 0.095f);
        CHECK(widest.position.x < 0.12f);
        for (const BodyVertex& vertex : level.vertices) {
            CHECK(glm::distance(vertex.position, vertex.coarsePosition) < 0.13f);
        }
    }
}

TEST_CASE("files that are no body are refused in one line", "[render][obj]") {
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    std::string large;
    for (std::size_t i = 0; i <= kMaxObjTriangles; ++i) {
        large += "f 1 2 3\n";
    }
    const auto [text, what] = GENERATE_COPY(
        std::pair(std::string(), std::string("no face")),
        std::pair(std::string("v 1 1 1\nf 1 1 1\n"), std::string("in one place")),
        std::pair(triangle, std::string("no face")),
        std::pair(std::string("v 0 0 0\nv 1e30 0 0\nv 0 1 0\nf 1 2 3\n"), std::string("too far apart")),
        std::pair(triangle + large, std::string("more than 100000 triangles")));
    const auto body = readObj(text, "some.obj");
    REQUIRE_FALSE(body);
    CAPTURE(body.problem().text);
    CHECK(body.problem().text.starts_with("some.obj:"));
    CHECK(body.problem().text.find(what) != std::string::npos);
    CHECK_FALSE(readObj(triangle + "f 1 2 9\n", "some.obj"));
}

/// An L-shaped prism of two colours that faces ahead with its concave side, as triangles and in absolute
/// numbers.
struct Solid {
    std::string points =
        "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
        "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n";
    std::string caps = "f 1 4 2\nf 2 4 3\nf 1 6 4\nf 4 6 5\nf 7 8 10\nf 8 9 10\nf 7 10 12\nf 10 11 12\n";
    std::string sides =
        "f 1 2 8\nf 1 8 7\nf 2 3 9\nf 2 9 8\nf 3 4 10\nf 3 10 9\nf 4 5 11\nf 4 11 10\n"
        "f 5 6 12\nf 5 12 11\nf 6 1 7\nf 6 7 12\n";
    std::string library = "mtllib two.mtl\n";
    std::string red = "usemtl red\n";
    std::string green = "usemtl green\n";

    std::string text() const { return library + points + red + caps + green + sides; }
};

const std::string kTwo = "newmtl red\nKd 0.9 0.1 0.1\nnewmtl green\nKd 0.1 0.8 0.2\n";

/// The same text with every `from` replaced.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// Draws a file from two sides, or says why it cannot be read.
std::pair<Image, std::string> drawn(const std::filesystem::path& file) {
    std::size_t bytesLeft = kMaxSceneObjBytes;
    if (const auto body = loadObj(file, bytesLeft); !body) {
        return {{}, body.problem().text};
    }
    const Flock flock = test::makeFlock(
        std::array{test::Body{.position = {-1.4f, 0.0f, 0.0f}, .velocity = {1.0f, 0.4f, 0.5f}},
                   test::Body{.position = {1.4f, 0.0f, 0.0f}, .velocity = {-1.0f, 0.7f, -0.4f}}});
    const BodyBatch batch{.flock = &flock, .bodyLength = 3.0f, .body = kOwnBody, .mesh = file.string()};
    Frame frame = test::frameOf(test::kWidth, test::kHeight, test::kAhead);
    frame.look.place = LookSettings::Place::plain;
    frame.isTransparent = true;
    return {test::draw(std::array{batch}, frame), ""};
}

/// Files by name; "body.obj" is the body.
using Files = std::map<std::string, std::string>;

/// Writes the files into a folder of their own.
std::filesystem::path writtenIn(const std::filesystem::path& folder, const Files& files) {
    std::filesystem::create_directory(folder);
    for (const auto& [name, text] : files) {
        std::ofstream(folder / name, std::ios::binary) << text;
    }
    return folder / "body.obj";
}

Files withTwo(const std::string& text) {
    return {{"body.obj", text}, {"two.mtl", kTwo}};
}

Files withLibrary(const std::string& line, const std::string& file) {
    return {{"body.obj", Solid{.library = line}.text()}, {file, kTwo}};
}

/// The corners 1 .. 6 of a face of the solid with `parts` corners on each edge.
std::string finePolygon(int parts, std::string& points) {
    constexpr std::array<std::array<int, 2>, 6> kCorners{{{0, 0}, {0, 2}, {1, 2}, {1, 1}, {3, 1}, {3, 0}}};
    std::string face = "f";
    for (std::size_t edge = 0; edge < 6; ++edge) {
        const auto& a = kCorners[edge];
        const auto& b = kCorners[(edge + 1) % 6];
        for (int part = 0; part < parts; ++part) {
            const double t = static_cast<double>(part) / parts;
            points += "v " + std::to_string(a[0] + t * (b[0] - a[0])) + " " +
                      std::to_string(a[1] + t * (b[1] - a[1])) + " 0\n";
        }
    }
    for (int corner = 6 * parts; corner > 0; --corner) {
        face += " " + std::to_string(-corner);
    }
    return face + "\n";
}

/// The same text with a normal for each corner, to the side from which its face of three corners turns to the
/// left.
std::string withNormals(const std::string& text) {
    std::vector<glm::vec3> places;
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string keyword;
        words >> keyword;
        if (keyword == "v") {
            glm::vec3& at = places.emplace_back();
            words >> at.x >> at.y >> at.z;
        }
        if (keyword == "f") {
            std::array<std::size_t, 3> k{};
            words >> k[0] >> k[1] >> k[2];
            const glm::vec3& first = places.at(k[0] - 1);
            const glm::vec3 normal = glm::cross(places.at(k[1] - 1) - first, places.at(k[2] - 1) - first);
            line = fmt::format("vn {} {} {}\nf {}//-1 {}//-1 {}//-1", normal.x, normal.y, normal.z, k[0],
                               k[1], k[2]);
        }
        result += line + "\n";
    }
    return result;
}

/// The same text with its faces the other way round.
std::string turnedOver(const std::string& text) {
    return std::regex_replace(text, std::regex("\nf (\\d+) (\\d+)"), "\nf $2 $1");
}

TEST_CASE("a solid gives the same picture in every form that OBJ allows", "[render][obj]") {
    const test::ScratchFolder scratch;
    const Solid solid;
    const std::string polygons = "f 1 6 5 4 3 2\nf 7 8 9 10 11 12\n";
    const std::string quads = "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
    const auto count = [](int negative) {
        return [negative](std::string text) {
            for (int k = 12; k > 0; --k) {
                text =
                    replaced(text, " " + std::to_string(k) + " ", " #" + std::to_string(k + negative) + " ");
                text = replaced(text, " " + std::to_string(k) + "\n",
                                " #" + std::to_string(k + negative) + "\n");
            }
            return replaced(text, "#", "");
        };
    };
    std::string finePoints = solid.points;
    const std::string fine = finePolygon(80, finePoints);
    const std::string plain = solid.text();
    const std::vector<std::pair<std::string, Files>> forms{
        {"concave polygons", withTwo(Solid{.caps = polygons, .sides = quads}.text())},
        {"a polygon of 480 corners",
         withTwo(Solid{.points = finePoints, .caps = fine + "f 7 8 9 10 11 12\n"}.text())},
        {"numbers that count back",
         withTwo(Solid{.caps = count(-13)(solid.caps), .sides = count(-13)(solid.sides)}.text())},
        {"faces before vertices",
         withTwo(solid.library + solid.red + solid.caps + solid.green + solid.sides + solid.points)},
        {"materials after their use",
         withTwo(solid.points + solid.red + solid.caps + solid.green + solid.sides + solid.library)},
        {"lines that go on",
         withTwo(replaced(replaced(plain, "f 1 ", "f \\\n1 \\ \n"), "v 3 ", "v\\\r\n3 "))},
        {"line ends of Windows", withTwo(replaced(plain, "\n", "\r\n"))},
        {"line ends of old Macs", withTwo(replaced(plain, "\n", "\r"))},
        {"no line end at the end", withTwo(plain.substr(0, plain.size() - 1))},
        {"a mark before the text", withTwo("\xef\xbb\xbf" + plain)},
        {"tabs and blanks", withTwo(replaced(replaced(plain, " ", " \t  "), "\n", " \n  "))},
        {"comments",
         withTwo("# C:\\new\\\n" + replaced(replaced(plain, " 0\n", " 0 # here, 0\n"), "f 4", "#f 1\nf 4"))},
        {"plus signs and exponents",
         withTwo(replaced(replaced(plain, "v 3 ", "v +3.0E+0 "), "v 1 ", "v .1e1 "))},
        {"weights", withTwo(replaced(replaced(plain, " 0\nv", " 0 1.0\nv"), " 1\nv", " 1 1.0\nv"))},
        {"texture places", withTwo("vt 0 0\nvt 0.5\n" + replaced(plain, "f 1 ", "f 1/1 "))},
        {"the old word for a face", withTwo(replaced(plain, "f ", "fo "))},
        {"normals", withTwo(withNormals(plain))},
        {"faces that turn inwards", withTwo(turnedOver(plain))},
        {"faces and normals that turn inwards", withTwo(withNormals(turnedOver(plain)))},
        {"faces that turn inwards around a sheet, with one that is no face",
         withTwo(turnedOver(plain) + "f 1 1 4\nv 0.2 0.2 0.2\nv 0.4 0.2 0.2\nv 0.2 0.4 0.4\nf -1 -2 -3\n")},
        {"a part that turns inwards where it touches another",
         withTwo(solid.library + solid.points + "v 0 1 0\nv 0 1 1\n" + solid.red +
                 "f 1 13 2\nf 2 13 3\nf 7 8 14\nf 8 9 14\n" + solid.green +
                 "f 1 2 8\nf 1 8 7\nf 2 3 9\nf 2 9 8\nf 3 13 14\nf 3 14 9\nf 13 1 7\nf 13 7 14\n" +
                 turnedOver("\n" + solid.red + "f 13 6 4\nf 4 6 5\nf 14 10 12\nf 10 11 12\n" + solid.green +
                            "f 13 4 10\nf 13 10 14\nf 4 5 11\nf 4 11 10\nf 5 6 12\nf 5 12 11\n"
                            "f 6 13 14\nf 6 14 12\n"))},
        {"groups, objects and smoothing",
         withTwo(replaced(plain, "usemtl", "o part 1\ng a b\ns off\nmg off\nlod 1\nusemtl"))},
        {"points and lines", withTwo(plain + "v 500 -90 7\np 13\nl 1 13\n")},
        {"a name with blanks", withLibrary("mtllib my two.mtl\n", "my two.mtl")},
        {"a quoted name", withLibrary("mtllib \"my two.mtl\"\n", "my two.mtl")},
        {"a name in this folder", withLibrary("mtllib ./two.mtl\n", "two.mtl")},
        {"a name in a folder of Windows", withLibrary("mtllib C:\\models\\two.mtl\n", "two.mtl")},
        {"comments after names",
         {{"body.obj",
           replaced(replaced(plain, "two.mtl", "two.mtl # both"), "usemtl red", "usemtl red # caps")},
          {"two.mtl", kTwo}}},
        {"quoted materials", withTwo(replaced(plain, "usemtl red", "usemtl \"red\""))},
        {"several files of materials",
         {{"body.obj", Solid{.library = "mtllib a.mtl \"b c.mtl\"\n"}.text()},
          {"a.mtl", kTwo.substr(0, kTwo.find("newmtl green"))},
          {"b c.mtl", kTwo.substr(kTwo.find("newmtl green"))}}},
        {"materials with more to say",
         {{"body.obj", plain},
          {"two.mtl", replaced(kTwo, "Kd", "Ka 1 1 1\nillum 2\nmap_Kd C:\\skins\\\nPr 0.5\n\tKd")}}},
        {"materials with blanks in their names",
         {{"body.obj", replaced(plain, "usemtl red", "usemtl light red 2 ")},
          {"two.mtl", replaced(kTwo, "newmtl red", "newmtl light red 2")}}},
        {"colours of vertices",
         {{"body.obj",
           [&] {
               std::string text = replaced(solid.points, " 0\n", " 0 0.9 0.1 0.1\n");
               text = replaced(text, " 1\n", " 1 0.9 0.1 0.1\n");
               std::string again = replaced(solid.points, " 1\n", " 1 0.1 0.8 0.2 1\n");
               again = replaced(again, " 0\n", " 0 0.1 0.8 0.2 1\n");
               return text + again + solid.caps + count(-13)(solid.sides);
           }()}}},
    };
    const auto drawnPlain = drawn(writtenIn(scratch.path() / "plain", withTwo(plain)));
    INFO(drawnPlain.second);
    REQUIRE(drawnPlain.second.empty());
    const auto& expected = drawnPlain.first;
    const auto isOf = [&](std::size_t i, std::size_t channel) {
        return expected.rgba[i + channel] > 40 + expected.rgba[i + 1 - channel];
    };
    int reds = 0;
    int greens = 0;
    for (std::size_t i = 0; i < expected.rgba.size(); i += 4) {
        reds += isOf(i, 0) ? 1 : 0;
        greens += isOf(i, 1) ? 1 : 0;
    }
    REQUIRE(reds > 400);
    REQUIRE(greens > 400);
    int number = 0;
    for (const auto& [name, files] : forms) {
        CAPTURE(name);
        const auto [picture, problem] = drawn(writtenIn(scratch.path() / std::to_string(++number), files));
        CHECK(problem == "");
        if (problem.empty()) {
            // Edges inside a plane may round otherwise; more corners are each lit and bent for themselves.
            const bool hasMoreCorners =
                name == "a polygon of 480 corners" || name.starts_with("a part that turns inwards");
            CHECK(test::countDifferent(expected, picture, 12) < (hasMoreCorners ? 400 : 20));
        }
    }
}

TEST_CASE("a polygon with a hole shows what is behind the hole", "[render][obj]") {
    // A frame: as one polygon that goes to the hole and back, and as four quads; both with a back.
    const std::string points = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 0\nv 3 1 0\nv 3 3 0\nv 1 3 0\n";
    const auto areas = [&](const std::string& faces) {
        const auto body = readObj(points + faces, "frame.obj");
        INFO((body ? "" : body.problem().text));
        REQUIRE(body);
        return body->faces;
    };
    const glm::vec3 whole = areas("f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    const glm::vec3 keyhole = areas("f 1 2 3 4 1 5 8 7 6 5\n");
    CHECK(glm::distance(whole, keyhole) < 1e-6f);
    CHECK(glm::length(whole) > 0.1f);
}

TEST_CASE("what an OBJ file states but a body cannot show is said in one line", "[render][obj]") {
    const test::ScratchFolder scratch;
    const std::string plain = Solid().text();
    const auto with = [&](const std::string& line) { return withTwo(plain + line + "\n"); };
    std::string star = "f";
    std::string starPoints = "";
    for (int k = 0; k < 5; ++k) {
        const double turn = 6.2831853 * 2 * k / 5;
        starPoints += "v " + std::to_string(std::cos(turn)) + " " + std::to_string(std::sin(turn)) + " 0\n";
        star += " " + std::to_string(k - 5);
    }
    const std::vector<std::pair<Files, std::string>> refused{
        {withTwo(replaced(plain, "v 3 0 0", "v 3,0 0 0")),
         ":3: \"3,0\" is not a number; write decimals with a point"},
        {withTwo(replaced(plain, "v 3 0 0", "v nan 0 0")), ":3: \"nan\" is not a number"},
        {withTwo(replaced(plain, "v 3 0 0", "v inf 0 0")), ":3: \"inf\" is not a number"},
        {withTwo(replaced(plain, "v 3 0 0", "v 3 0")),
         ":3: a vertex has 2 numbers, but needs x, y and z, or these with"},
        {withTwo(replaced(plain, "v 3 0 0", "v 3 0 0 255 0 0")),
         ":3: the colour of a vertex is not from 0 to 1"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1 4")), ": a face has 2 corners, but needs 3"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1 4 13")), ": there is no vertex 13, but 12"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1 4 0")), ": there is no vertex 0, but 12"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1 4 -13")), ": there is no vertex -13, but 12"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1//1 4//1 2//1")), ": there is no normal 1, but 0"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1 4 b")), ": \"b\" is not the number of a vertex"},
        {with(starPoints + star), ": a face with 5 corners: it crosses itself; triangulate it"},
        {withTwo(replaced(plain, "f 1 4 2", "f 1 2 4")),
         ": cannot be a body: some of its faces turn inwards; let the program that made it turn all "
         "outwards"},
        {with("curv2 1 2 3"),
         ": curv2 is part of a curved surface, which is not read; export it as polygons"},
        {with("call other.obj"), ": call is not followed; export the body into one file"},
        {with("{\"json\": 1}"), ": \"{\"json\":\" is no statement of an OBJ file"},
        {{{"body.obj", plain}},
         ":1: the materials \"two.mtl\" are not beside the file; put them there, or remove this line and "
         "all usemtl lines"},
        {withLibrary("mtllib ../two.mtl/gone.mtl\n", "two.mtl"),
         ":1: the materials \"../two.mtl/gone.mtl\" are not beside"},
        {withTwo(replaced(plain, "usemtl red", "usemtl rde")),
         ": there is no material \"rde\" (did you mean \"red\"?)"},
        {{{"body.obj", Solid{.library = ""}.text()}},
         ": no mtllib names a file that has the material \"red\"; export the materials with the body, or "
         "remove "
         "all usemtl lines"},
        {{{"body.obj", plain}, {"two.mtl", replaced(kTwo, "Kd 0.9 0.1 0.1", "map_Kd skin.png")}},
         ": the material \"red\" has only a texture, which is not read; give it a colour (Kd) too"},
        {{{"body.obj", plain}, {"two.mtl", replaced(kTwo, "0.9", "0,9")}},
         ":1: two.mtl:2: \"0,9\" is not a number; write decimals with a point"},
        {{{"body.obj", plain}, {"two.mtl", replaced(kTwo, "0.9", "230")}},
         ":1: two.mtl:2: Kd needs red, green and blue, each from 0 to 1"},
        {{{"body.obj", plain}, {"two.mtl", replaced(kTwo, "Kd 0.9", "Kd spectral")}},
         ":1: two.mtl:2: only a Kd of red, green and blue is read"},
        {{{"body.obj", plain + std::string(1, '\0')}}, ":1: this is not a text file"},
    };
    int number = 0;
    for (const auto& [files, sentence] : refused) {
        const std::filesystem::path file = writtenIn(scratch.path() / std::to_string(++number), files);
        std::size_t bytesLeft = kMaxSceneObjBytes;
        const auto body = loadObj(file, bytesLeft);
        CAPTURE(sentence);
        REQUIRE_FALSE(body);
        CHECK(body.problem().text.starts_with(file.string() + ":"));
        CHECK_THAT(body.problem().text, test::contains(sentence));
        CHECK(body.problem().text.find('\n') == std::string::npos);
    }
}

TEST_CASE("a body that states no colour is grey", "[render][obj]") {
    const auto [text, materials] =
        GENERATE(std::pair(Solid{.library = "", .red = "", .green = ""}, ""),
                 std::pair(Solid{.library = "", .red = "usemtl None\n", .green = ""}, ""),
                 std::pair(Solid(), "newmtl red\nKs 1 1 1\nnewmtl green\n"));
    const test::ScratchFolder scratch;
    std::size_t bytesLeft = kMaxSceneObjBytes;
    const auto body = loadObj(
        writtenIn(scratch.path() / "grey", {{"body.obj", text.text()}, {"two.mtl", materials}}), bytesLeft);
    INFO((body ? "" : body.problem().text));
    REQUIRE(body);
    CHECK_FALSE(body->colour);
}

TEST_CASE("what an OBJ file names counts against its budget", "[render][obj]") {
    std::size_t asked = 0;
    std::size_t given = 0;
    const auto materials = [&](const std::string& name,
                               std::size_t maxBytes) -> Result<std::optional<std::string>> {
        ++asked;
        if (!name.ends_with(".mtl")) {
            return std::optional<std::string>();
        }
        if (kMaxObjBytes / 4 > maxBytes) {
            return Problem{"too large"};
        }
        given += kMaxObjBytes / 4;
        return std::optional("#" + std::string(kMaxObjBytes / 4 - 1, ' '));
    };
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    std::string same;
    std::string others;
    std::string small;
    for (std::size_t k = 0; k < 300'000; ++k) {
        same += "mtllib a.mtl\n";
        others += "mtllib " + std::to_string(k) + ".mtl\n";
    }
    CHECK(readObj(same + triangle, "same.obj", materials));
    CHECK(asked == 1);
    CHECK_THAT(readObj(others + triangle, "others.obj", materials).problem().text,
               test::contains("too large"));
    CHECK(given <= 2 * kMaxObjBytes);
    const auto empty = [&](const std::string&, std::size_t) -> Result<std::optional<std::string>> {
        return std::optional<std::string>("");
    };
    CHECK_THAT(readObj(others + triangle, "others.obj", empty).problem().text,
               test::contains("it names more than 100 files of materials"));
    std::string many;
    for (std::size_t k = 0; k <= kMaxMaterials; ++k) {
        many += "newmtl " + std::to_string(k) + "\n";
    }
    const auto crowded = [&](const std::string&, std::size_t) -> Result<std::optional<std::string>> {
        return std::optional(many);
    };
    CHECK_THAT(readObj(same + triangle, "crowded.obj", crowded).problem().text,
               test::contains("a.mtl:10001: there are more than 10000 materials"));
    const test::ScratchFolder scratch;
    const std::filesystem::path file = writtenIn(scratch.path() / "whole", withTwo(Solid().text()));
    const std::size_t whole = Solid().text().size() + kTwo.size();
    for (const std::size_t budget : {whole, whole - 1}) {
        std::size_t bytesLeft = budget;
        const auto body = loadObj(file, bytesLeft);
        CHECK(static_cast<bool>(body) == (budget == whole));
        CHECK((body || body.problem().text.find("two.mtl: is too large: a body") != std::string::npos));
        CHECK(bytesLeft == budget - Solid().text().size() - (body ? kTwo.size() : 0));
    }
    std::string saw;
    std::string face = "f";
    for (int k = 0; k < 50'000; ++k) {
        saw += "v " + std::to_string(k) + " " + (k % 2 == 0 ? "1" : "2") + " 0\n";
        face += " " + std::to_string(k + 1);
    }
    saw += "v 50000 -9 0\nv -9 -9 0\n" + face + " 50001 50002\n";
    CHECK_THAT(readObj(saw, "saw.obj").problem().text, test::contains("it is too intricate; triangulate it"));
}

TEST_CASE("a polygon is cut within a budget of work, or refused", "[render][obj]") {
    // A saw, each of whose tips asks all other corners; and a bay, most of whose corners wait for others.
    const auto sawOf = [](int count) {
        std::vector<glm::vec3> saw;
        for (int k = 0; k < count; ++k) {
            saw.emplace_back(k, k % 2 == 0 ? 1 : 2, 0);
        }
        saw.emplace_back(count, -9, 0);
        saw.emplace_back(-9, -9, 0);
        return saw;
    };
    const auto bayOf = [](int count) {
        std::vector<glm::vec3> bay{{2.0f, 0.0f, 0.0f}, {-2.0f, 0.0f, 0.0f}};
        for (int k = 0; k < count; ++k) {
            const double x = 2.0 * k / (count - 1) - 1.0;
            bay.emplace_back(x, 9.0 + x * x, 0.0);
        }
        return bay;
    };
    const auto [small, large] =
        GENERATE_COPY(std::pair(sawOf(300), sawOf(3000)), std::pair(bayOf(300), bayOf(3000)));
    std::vector<PolygonTriangle> triangles;
    constexpr std::size_t kWork = 300'000;
    std::size_t workLeft = kWork;
    CHECK(cutIntoTriangles(small, triangles, workLeft) == "");
    CHECK(triangles.size() == small.size() - 2);
    CAPTURE(kWork - workLeft);
    CHECK(workLeft > 0);
    CHECK(workLeft <= kWork - small.size());
    workLeft = kWork;
    CHECK(cutIntoTriangles(large, triangles, workLeft) == "it is too intricate; triangulate it");
    CHECK(workLeft == 0);
}

TEST_CASE("a species with a mesh file is drawn as that body, in its colours", "[render][obj]") {
    const test::ScratchFolder scratch;
    std::ofstream(scratch.path() / "box.obj") << kBox;
    std::ofstream(scratch.path() / "box.mtl") << "newmtl head\nKd 0 1 0\nnewmtl rest\nKd 0 1 0\n";
    const Flock flock = test::makeFlock(std::array{test::Body{.position = {}}});
    BodyBatch batch{.flock = &flock, .bodyLength = 2.0f, .body = kOwnBody};
    Frame frame = test::frameOf(test::kWidth, test::kHeight, test::kAhead);
    frame.look.place = LookSettings::Place::plain;
    frame.look.turbidity = 0.0f;
    frame.isTransparent = true;
    const auto greenest = [&](const std::filesystem::path& file) {
        batch.mesh = file.string();
        const Image picture = test::draw(std::array{batch}, frame);
        int most = 0;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
            most = std::max(most, picture.rgba[i + 1] - std::max(picture.rgba[i], picture.rgba[i + 2]));
        }
        return most;
    };
    const int green = greenest(scratch.path() / "box.obj");
    CHECK(green > 60);
    // A sardine stands in for a file that has gone.
    CHECK(greenest(scratch.path() / "gone.obj") < 10);
    CHECK(greenest(scratch.path() / "box.obj") == green);
}

}  // namespace
}  // namespace shoal
