#include "render/import/obj_parse.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "render/import/polygon.hpp"
#include "sim/text/did_you_mean.hpp"
#include "sim/text/number.hpp"
#include "sim/text/one_line.hpp"

namespace shoal {
namespace {

constexpr std::size_t kMaxShownBytes = 60;
constexpr double kMaxNumber = 1e30;
constexpr std::size_t kMaxPolygonWork = 100'000'000;  // about half a second
constexpr std::string_view kBlanks = " \t\v\f";

// Statements that do not change the polygons or their colours.
constexpr std::array<std::string_view, 18> kIgnored{
    "vt",       "g",        "o",      "s",      "mg",         "vp",        "p",     "l",     "lod",
    "c_interp", "d_interp", "usemap", "maplib", "shadow_obj", "trace_obj", "bevel", "ctech", "stech"};
constexpr std::array<std::string_view, 19> kCurved{"cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",
                                                   "parm",   "trim", "hole", "scrv", "sp",   "end",   "con",
                                                   "bsp",    "bzp",  "cdc",  "cdp",  "res"};

std::string quoted(std::string_view text) {
    return fmt::format("\"{}\"", oneLine(std::string(text), kMaxShownBytes));
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(kBlanks)));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view unquoted(std::string_view name) {
    const bool isQuoted = name.size() >= 2 && name.front() == '"' && name.back() == '"';
    return isQuoted ? name.substr(1, name.size() - 2) : name;
}

/// Takes the first word off a text; empty if there is none.
std::string_view takeWord(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
    text.remove_prefix(word.size());
    return word;
}

/// Takes the first name off a text: a word, or words in quotes.
std::string_view takeName(std::string_view& text) {
    text = trimmed(text);
    const std::size_t end = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
        return takeWord(text);
    }
    const std::string_view name = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    return name;
}

/// The statements of a text, one after the other. In an OBJ file, a backslash at the end of a line joins the
/// next one; in a file of materials it may end the name of a folder.
class Statements {
public:
    explicit Statements(std::string_view text, bool joinsLines = true)
        : m_rest(withoutByteOrderMark(text)), m_joinsLines(joinsLines) {}

    /// Goes on to the next one that is neither blank nor a comment. Returns whether there is one.
    bool next() {
        while (!m_rest.empty()) {
            m_line += m_lines;
            m_lines = 0;
            std::string_view text = trimmed(takeLine());
            if (text.empty() || text.starts_with('#')) {
                continue;
            }
            if (m_joinsLines && text.ends_with('\\')) {
                m_joined = text;
                while (m_joined.ends_with('\\') && !m_rest.empty()) {
                    m_joined.back() = ' ';
                    m_joined += trimmed(takeLine());
                }
                text = m_joined;
            }
            keyword = takeWord(text);
            arguments = trimmed(text);
            return true;
        }
        return false;
    }

    std::size_t line() const { return m_line; }

    std::string_view keyword;
    std::string_view arguments;

private:
    std::string_view takeLine() {
        // Every system's line ends.
        const std::size_t end = std::min(m_rest.find_first_of("\r\n"), m_rest.size());
        const std::string_view line = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        m_rest.remove_prefix(m_rest.starts_with("\r\n") ? 2 : std::min<std::size_t>(m_rest.size(), 1));
        ++m_lines;
        return line;
    }

    std::string_view m_rest;
    bool m_joinsLines;
    std::string m_joined;
    std::size_t m_line = 1;   ///< where the present statement begins
    std::size_t m_lines = 0;  ///< that it has
};

/// What makes a file unreadable; empty while there is nothing.
class Refusal {
public:
    /// Returns false, which the caller returns.
    bool refuse(std::string what) {
        m_what = std::move(what);
        return false;
    }
    const std::string& what() const { return m_what; }

private:
    std::string m_what;
};

/// Reads all numbers of a statement, up to a comment.
bool readNumbers(std::string_view arguments, std::vector<float>& numbers, Refusal& refusal) {
    numbers.clear();
    for (std::string_view word; !(word = takeWord(arguments)).empty() && !word.starts_with('#');) {
        const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
        const auto number = finiteNumberFrom(digits);
        if (!number || std::abs(*number) > kMaxNumber) {
            const bool hasComma = word.find(',') != std::string_view::npos;
            return refusal.refuse(fmt::format("{} is not a number{}", quoted(word),
                                              hasComma ? "; write decimals with a point" : ""));
        }
        numbers.push_back(static_cast<float>(*number));
    }
    return true;
}

glm::vec3 vectorOf(std::span<const float> numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

bool isColour(std::span<const float> numbers) {
    // Slightly more than 1 is rounding.
    return std::ranges::all_of(numbers, [](float each) { return each >= 0.0f && each <= 1.001f; });
}

struct Material {
    std::optional<glm::vec3> colour;  ///< diffuse; empty if it states none
    bool hasTexture = false;          ///< of that colour
};
using Materials = std::map<std::string, Material, std::less<>>;  ///< by name

bool readMaterials(Statements& statements, Materials& materials, Refusal& refusal) {
    Material* material = nullptr;
    std::vector<float> numbers;
    while (statements.next()) {
        std::string_view arguments = statements.arguments;
        if (statements.keyword == "newmtl") {
            material = &materials[std::string(unquoted(arguments))];
            if (materials.size() > kMaxMaterials) {
                return refusal.refuse(fmt::format("there are more than {} materials", kMaxMaterials));
            }
        } else if (statements.keyword == "Kd") {
            if (material == nullptr) {
                return refusal.refuse("Kd comes before the first newmtl");
            }
            if (arguments.starts_with("xyz") || arguments.starts_with("spectral")) {
                return refusal.refuse("only a Kd of red, green and blue is read");
            }
            if (!readNumbers(arguments, numbers, refusal)) {
                return false;
            }
            if (numbers.size() == 1) {
                numbers.resize(3, numbers[0]);
            }
            if (numbers.size() != 3 || !isColour(numbers)) {
                return refusal.refuse("Kd needs red, green and blue, each from 0 to 1");
            }
            material->colour = vectorOf(numbers);
        } else if (statements.keyword == "map_Kd" && material != nullptr) {
            material->hasTexture = true;
        }
    }
    return true;
}

class ObjReader {
public:
    ObjReader(std::string_view text, const MaterialText& materialText)
        : m_text(text),
          m_materialText(materialText),
          m_bytesLeft(kMaxObjBytes - std::min(kMaxObjBytes, text.size())) {}

    /// Returns a message with its line, "12: message"; empty if the whole file is read.
    std::string read() {
        // Twice, because a face may name a vertex, and use a material, that comes after it.
        Statements statements(m_text);
        bool isRead =
            m_text.find('\0') == std::string_view::npos || m_refusal.refuse("this is not a text file");
        while (isRead && statements.next()) {
            isRead = readData(statements);
        }
        Statements again(m_text);
        while (isRead && again.next()) {
            isRead = readSurface(again);
        }
        const std::size_t line = m_isInSurface ? again.line() : statements.line();
        return isRead ? "" : fmt::format("{}: {}", line, m_refusal.what());
    }

    ObjMesh take() { return std::move(m_mesh); }

private:
    bool readData(const Statements& statement);
    bool readSurface(const Statements& statement);
    bool readVertex(std::string_view arguments);
    bool readMaterialFiles(std::string_view names);
    bool readMaterialFile(std::string_view name, bool& isFound);
    bool useMaterial(std::string_view name);
    bool readFace(std::string_view arguments);
    bool readCorner(std::string_view word, ObjMesh::Corner& corner);
    bool readIndex(std::string_view digits, std::size_t soFar, std::size_t all, std::string_view what,
                   std::size_t& index);
    std::optional<glm::vec3> colourOf(const std::array<ObjMesh::Corner, 3>& corners) const;

    std::string_view m_text;
    const MaterialText& m_materialText;
    std::size_t m_bytesLeft;
    Refusal m_refusal;
    ObjMesh m_mesh;
    std::vector<std::optional<glm::vec3>> m_vertexColours;  ///< as many as places, or none
    std::set<std::string, std::less<>> m_materialFiles;
    Materials m_materials;

    bool m_isInSurface = false;
    std::size_t m_placesSoFar = 0;
    std::size_t m_normalsSoFar = 0;
    std::optional<glm::vec3> m_colour;  ///< of the material in use
    std::size_t m_workLeft = kMaxPolygonWork;

    std::vector<float> m_numbers;
    std::vector<ObjMesh::Corner> m_corners;
    std::vector<glm::vec3> m_cornerPlaces;
    std::vector<PolygonTriangle> m_triangles;
};

/// Reads what faces refer to.
bool ObjReader::readData(const Statements& statement) {
    const std::string_view keyword = statement.keyword;
    if (keyword == "v") {
        return readVertex(statement.arguments);
    }
    if (keyword == "vn") {
        if (!readNumbers(statement.arguments, m_numbers, m_refusal)) {
            return false;
        }
        if (m_numbers.size() != 3) {
            return m_refusal.refuse(fmt::format("a normal has {} numbers, but needs 3", m_numbers.size()));
        }
        m_mesh.normals.push_back(vectorOf(m_numbers));
        return true;
    }
    if (keyword == "mtllib") {
        return readMaterialFiles(statement.arguments);
    }
    const auto isIn = [&](const auto& keywords) {
        return std::ranges::find(keywords, keyword) != keywords.end();
    };
    if (keyword == "f" || keyword == "fo" || keyword == "usemtl" || isIn(kIgnored)) {
        return true;
    }
    if (isIn(kCurved)) {
        return m_refusal.refuse(
            fmt::format("{} is part of a curved surface, which is not read; export it as polygons", keyword));
    }
    return m_refusal.refuse(keyword == "call" || keyword == "csh"
                                ? fmt::format("{} is not followed; export the body into one file", keyword)
                                : fmt::format("{} is no statement of an OBJ file", quoted(keyword)));
}

bool ObjReader::readVertex(std::string_view arguments) {
    if (!readNumbers(arguments, m_numbers, m_refusal)) {
        return false;
    }
    // With a weight, which only curves use, or with a colour, which may have an alpha.
    const std::size_t count = m_numbers.size();
    if (count < 3 || count == 5 || count > 7) {
        return m_refusal.refuse(fmt::format(
            "a vertex has {} numbers, but needs x, y and z, or these with red, green and blue", count));
    }
    if (count >= 6) {
        const std::span<const float> colour = std::span(m_numbers).subspan(3, 3);
        if (!isColour(colour)) {
            return m_refusal.refuse("the colour of a vertex is not from 0 to 1");
        }
        m_vertexColours.resize(m_mesh.places.size());
        m_vertexColours.emplace_back(vectorOf(colour));
    }
    m_mesh.places.push_back(vectorOf(m_numbers));
    return true;
}

bool ObjReader::readMaterialFiles(std::string_view names) {
    // A name may have blanks, or there are several.
    bool isFound = false;
    if (!readMaterialFile(unquoted(names), isFound)) {
        return false;
    }
    if (isFound) {
        return true;
    }
    for (std::string_view rest = names; !rest.empty() && !rest.starts_with('#'); rest = trimmed(rest)) {
        const std::string_view name = takeName(rest);
        if (!readMaterialFile(name, isFound)) {
            return false;
        }
        if (!isFound) {
            return m_refusal.refuse(
                fmt::format("the materials {} are not beside the file; put them there, or remove this "
                            "line and all usemtl lines",
                            quoted(name)));
        }
    }
    return true;
}

bool ObjReader::readMaterialFile(std::string_view name, bool& isFound) {
    // The folder is that of the program which wrote it.
    const std::string file(name.substr(name.find_last_of("/\\") + 1));
    isFound = m_materialFiles.contains(file);
    if (isFound || file.empty()) {
        return true;
    }
    if (m_materialFiles.size() == kMaxMaterialFiles) {
        return m_refusal.refuse(fmt::format("it names more than {} files of materials", kMaxMaterialFiles));
    }
    const auto text =
        m_materialText ? m_materialText(file, m_bytesLeft) : Result(std::optional<std::string>());
    if (!text) {
        return m_refusal.refuse(text.problem().text);
    }
    if (!*text) {
        return true;
    }
    isFound = true;
    m_materialFiles.insert(file);
    m_bytesLeft -= std::min(m_bytesLeft, (*text)->size());
    Statements statements(**text, false);
    Refusal refusal;
    const bool isText = (*text)->find('\0') == std::string::npos;
    if (!isText || !readMaterials(statements, m_materials, refusal)) {
        return m_refusal.refuse(isText ? fmt::format("{}:{}: {}", file, statements.line(), refusal.what())
                                       : fmt::format("{}: this is not a text file", file));
    }
    return true;
}

/// Reads faces, and what goes on to the next ones.
bool ObjReader::readSurface(const Statements& statement) {
    m_isInSurface = true;
    m_placesSoFar += statement.keyword == "v" ? 1 : 0;
    m_normalsSoFar += statement.keyword == "vn" ? 1 : 0;
    if (statement.keyword == "usemtl") {
        return useMaterial(unquoted(statement.arguments));
    }
    return (statement.keyword != "f" && statement.keyword != "fo") || readFace(statement.arguments);
}

bool ObjReader::useMaterial(std::string_view name) {
    auto found = m_materials.find(name);
    if (const std::size_t comment = name.find(" #");
        found == m_materials.end() && comment != std::string_view::npos) {
        name = trimmed(name.substr(0, comment));
        found = m_materials.find(name);
    }
    if (found != m_materials.end()) {
        m_colour = found->second.colour;
        return m_colour || !found->second.hasTexture ||
               m_refusal.refuse(
                   fmt::format("the material {} has only a texture, which is not read; give it a "
                               "colour (Kd) too",
                               quoted(name)));
    }
    m_colour.reset();
    // Some programs write these two for none.
    if (name.empty() || name == "(null)" || name == "None") {
        return true;
    }
    if (m_materialFiles.empty()) {
        return m_refusal.refuse(fmt::format(
            "no mtllib names a file that has the material {}; export the materials with the body, "
            "or remove all usemtl lines",
            quoted(name)));
    }
    std::vector<std::string> known;
    for (const auto& [each, material] : m_materials) {
        known.push_back(each);
    }
    return m_refusal.refuse(
        fmt::format("there is no material {}{}", quoted(name), suggestion(nearestName(name, known))));
}

bool ObjReader::readFace(std::string_view arguments) {
    m_corners.clear();
    m_cornerPlaces.clear();
    for (std::string_view word; !(word = takeWord(arguments)).empty() && !word.starts_with('#');) {
        if (!readCorner(word, m_corners.emplace_back())) {
            return false;
        }
        m_cornerPlaces.push_back(m_mesh.places[m_corners.back().place]);
    }
    if (m_corners.size() < 3) {
        return m_refusal.refuse(fmt::format("a face has {} corners, but needs 3", m_corners.size()));
    }
    if (m_mesh.triangles.size() + m_corners.size() - 2 > kMaxObjTriangles) {
        return m_refusal.refuse(
            fmt::format("there are more than {} triangles; reduce them", kMaxObjTriangles));
    }
    m_triangles.clear();
    if (const std::string_view fault = cutIntoTriangles(m_cornerPlaces, m_triangles, m_workLeft);
        !fault.empty()) {
        return m_refusal.refuse(fmt::format("a face with {} corners: {}", m_corners.size(), fault));
    }
    for (const PolygonTriangle& each : m_triangles) {
        const std::array corners{m_corners[each[0]], m_corners[each[1]], m_corners[each[2]]};
        m_mesh.triangles.push_back({corners, m_colour ? m_colour : colourOf(corners)});
    }
    return true;
}

/// Reads "place/texture/normal", of which only the place is needed.
bool ObjReader::readCorner(std::string_view word, ObjMesh::Corner& corner) {
    const std::string_view place = word.substr(0, word.find('/'));
    if (!readIndex(place, m_placesSoFar, m_mesh.places.size(), "vertex", corner.place)) {
        return false;
    }
    const std::size_t texture = std::min(place.size() + 1, word.size());
    const std::size_t slash = word.find('/', texture);
    if (slash == std::string_view::npos || slash + 1 == word.size()) {
        return true;
    }
    return readIndex(word.substr(slash + 1), m_normalsSoFar, m_mesh.normals.size(), "normal",
                     corner.normal.emplace());
}

/// Reads a number from 1, or one below 0 that counts back from here.
bool ObjReader::readIndex(std::string_view digits, std::size_t soFar, std::size_t all, std::string_view what,
                          std::size_t& index) {
    const auto number = numberFrom<long>(digits);
    if (!number) {
        return m_refusal.refuse(fmt::format("{} is not the number of a {}", quoted(digits), what));
    }
    const long from = *number < 0 ? static_cast<long>(soFar) + *number : *number - 1;
    if (*number == 0 || from < 0 || static_cast<std::size_t>(from) >= all) {
        return m_refusal.refuse(fmt::format("there is no {} {}, but {}", what, *number, all));
    }
    index = static_cast<std::size_t>(from);
    return true;
}

/// The mean of the corners' own colours; empty if one has none.
std::optional<glm::vec3> ObjReader::colourOf(const std::array<ObjMesh::Corner, 3>& corners) const {
    glm::vec3 sum{0.0f};
    for (const ObjMesh::Corner& corner : corners) {
        if (corner.place >= m_vertexColours.size() || !m_vertexColours[corner.place]) {
            return std::nullopt;
        }
        sum += *m_vertexColours[corner.place];
    }
    return sum / 3.0f;
}

}  // namespace

Result<ObjMesh> parseObj(std::string_view text, const std::string& name, const MaterialText& materials) {
    ObjReader reader(text, materials);
    if (const std::string fault = reader.read(); !fault.empty()) {
        return Problem{oneLine(fmt::format("{}:{}", name, fault))};
    }
    return reader.take();
}

}  // namespace shoal
