#pragma once

#include <limits>
#include <vector>

#include "capture/format/camera_pose.hpp"

namespace shoal {

/// Interpolates from one pose to the other, `share` 0 .. 1: distances geometrically, other numbers linearly.
/// The projection is that of `from`, until `to` is reached.
CameraPose mixed(const CameraPose& from, const CameraPose& to, float share);

/// A camera's path over time, given by poses at some moments.
class CameraPath {
public:
    struct Key {
        double at = 0.0;  ///< in the path's unit of time
        CameraPose pose;

        friend bool operator==(const Key&, const Key&) = default;
    };

    enum class Course {
        straight,  ///< linear from key to key: for recorded play, whose keys are dense
        smooth,    ///< one smooth curve through all keys without overshoot: for keys set by hand
    };

    CameraPath() = default;
    explicit CameraPath(Course course) : m_course(course) {}

    /// Inserts a key, in any order; replaces one at the same moment. Its values must be finite.
    void put(const Key& key);

    /// Returns the pose at a moment: the first pose before the first key, the last after the last key. The
    /// path must not be empty.
    CameraPose at(double moment) const;

    /// Removes keys that interpolation between the others reproduces within `tolerance`: for the target
    /// relative to the distance, for angles in radians. For straight courses. Keys before the moment `from`
    /// stay.
    void thin(float tolerance, double from = -std::numeric_limits<double>::infinity());

    /// Drops all keys before this moment and inserts the pose at that moment.
    void dropBefore(double moment);

    bool isEmpty() const { return m_keys.empty(); }
    const std::vector<Key>& keys() const { return m_keys; }
    Course course() const { return m_course; }

private:
    Course m_course = Course::straight;
    std::vector<Key> m_keys;  ///< sorted by moment
};

}  // namespace shoal
