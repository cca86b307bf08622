#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <shoal/scene.hpp>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// The ground of a scene as it is drawn: its own, or flat at an obstacle that is a floor above it.
Ground drawnGround(const Scene& scene);

/// A rock or a kelp plant, in the layout of seabed.vert's attributes.
struct SeabedThing {
    glm::vec4 place{0.0f};  ///< [m] of its foot; w: turn about the vertical [rad]
    glm::vec4 form{1.0f};   ///< [m] half sizes of a rock, or width, height and width of a plant; w: 0 .. 1
};

/// What stands on the ground of a sea. Only drawn: boids do not see it.
struct Seabed {
    std::vector<SeabedThing> rocks;
    std::vector<SeabedThing> kelp;
};

/// Places outcrops of rock with kelp all around the middle of the world, clear of obstacles. The same for the
/// same seed; empty without ground.
Seabed seabedOf(const Scene& scene);

struct SeabedVertex {
    glm::vec3 position{0.0f};  ///< of a rock, about its middle, of half size 1; of a plant, of height 1
    glm::vec3 normal{0.0f, 1.0f, 0.0f};
    float dent =
        0.0f;  ///< of a rock: how deep its surface lies; of a plant: 0 at a blade's root .. 1 its tip
};

struct SeabedMesh {
    std::vector<SeabedVertex> vertices;
    std::vector<std::uint16_t> indices;
};

SeabedMesh rockMesh();
SeabedMesh kelpMesh();

/// A seabed on the card: two meshes, each drawn many times.
class CardSeabed {
public:
    CardSeabed();

    void upload(Seabed seabed);
    bool isEmpty() const { return m_seabed.rocks.empty() && m_seabed.kelp.empty(); }

    /// Draws with the program in use, which has seabed.vert.
    void drawRocks() const { m_rocks.draw(); }
    void drawKelp() const { m_kelp.draw(); }

private:
    struct Crowd {
        explicit Crowd(const SeabedMesh& mesh);
        void upload(const std::vector<SeabedThing>& things);
        void draw() const;

        GlVertexArray array = GlVertexArray::make();
        GlBuffer vertices = GlBuffer::make();
        GlBuffer indices = GlBuffer::make();
        GlBuffer things = GlBuffer::make();
        GLsizei indexCount = 0;
        GLsizei count = 0;
    };

    Crowd m_rocks;
    Crowd m_kelp;
    Seabed m_seabed;
};

}  // namespace shoal
