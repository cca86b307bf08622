#pragma once

#include <type_traits>

#include <shoal/detail/config.hpp>

namespace shoal {

/// Three components of one type: float, double or lanes. Right-handed, y up.
template <class T>
struct Vec3 {
    T x{};
    T y{};
    T z{};

    SHOAL_INLINE Vec3& operator+=(const Vec3& other) {
        x = x + other.x;
        y = y + other.y;
        z = z + other.z;
        return *this;
    }
    SHOAL_INLINE Vec3& operator-=(const Vec3& other) {
        x = x - other.x;
        y = y - other.y;
        z = z - other.z;
        return *this;
    }
    SHOAL_INLINE Vec3& operator*=(const T& factor) { return *this = *this * factor; }
    SHOAL_INLINE Vec3& operator/=(const T& divisor) { return *this = *this / divisor; }
    SHOAL_INLINE Vec3 operator-() const { return {-x, -y, -z}; }
    bool operator==(const Vec3&) const = default;
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

template <class T>
SHOAL_INLINE Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class T>
SHOAL_INLINE Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

// The factor is excluded from deduction, so that a plain number also scales a vector of lanes.
template <class T>
SHOAL_INLINE Vec3<T> operator*(const Vec3<T>& a, const std::type_identity_t<T>& factor) {
    return {a.x * factor, a.y * factor, a.z * factor};
}
template <class T>
SHOAL_INLINE Vec3<T> operator*(const std::type_identity_t<T>& factor, const Vec3<T>& a) {
    return a * factor;
}
template <class T>
SHOAL_INLINE Vec3<T> operator/(const Vec3<T>& a, const std::type_identity_t<T>& divisor) {
    return {a.x / divisor, a.y / divisor, a.z / divisor};
}

template <class T>
SHOAL_INLINE T dot(const Vec3<T>& a, const Vec3<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
SHOAL_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
SHOAL_INLINE T lengthSq(const Vec3<T>& a) {
    return dot(a, a);
}

/// Cosine and sine by additions and multiplications only: the C library's differ between machines in the last
/// bits, and the state hash must not. Error below 1e-12 for |radians| up to 100.
double cosine(double radians);
double sine(double radians);

/// The cube root of any number by Newton's method, equal on every machine. Relative error below 1e-15.
double cubeRoot(double x);

}  // namespace shoal
