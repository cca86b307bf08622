#pragma once

#include <vector>

#include <shoal/camera_pose.hpp>

namespace shoal {

/// `share` of the way from one to the other, 0 .. 1: distances in proportion, everything else evenly.
CameraPose mixed(const CameraPose& from, const CameraPose& to, float share);

/// A camera's way through time, by poses at some moments.
class CameraPath {
public:
    struct Key {
        double at = 0.0;  ///< in the path's unit of time
        CameraPose pose;

        friend bool operator==(const Key&, const Key&) = default;
    };

    enum class Course {
        straight,  ///< from key to key in straight lines: for what was played, where keys are dense
        smooth,    ///< through all keys in one sweep, without overshoot: for keys that a person set
    };

    CameraPath() = default;
    explicit CameraPath(Course course) : m_course(course) {}

    /// Keys may come in any order; one at the same moment as another replaces it. Must be finite.
    void put(const Key& key);

    /// The pose at a moment: the first before the first key, the last after the last. Not to be asked of an
    /// empty path.
    CameraPose at(double moment) const;

    /// Leaves out keys that lie, within `tolerance` of what a picture shows, where the others lead anyway: a
    /// fraction of the distance and of a radian. For straight courses.
    void thin(float tolerance);

    /// Forgets what is before this moment, but for the pose there.
    void dropBefore(double moment);

    bool isEmpty() const { return m_keys.empty(); }
    const std::vector<Key>& keys() const { return m_keys; }
    Course course() const { return m_course; }

private:
    Course m_course = Course::straight;
    std::vector<Key> m_keys;  ///< by moment, rising
};

}  // namespace shoal
