#include <cmath>

#include <shoal/vec3.hpp>

namespace shoal {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Taylor series about 0 for |x| up to π/2; the first omitted term is below 1e-16.
double sineSeries(double x) {
    const double square = x * x;
    double term = x;
    double total = x;
    for (int k = 1; k <= 10; ++k) {
        term *= -square / ((2.0 * k) * (2.0 * k + 1.0));
        total += term;
    }
    return total;
}

}  // namespace

double sine(double radians) {
    // x − π·round(x/π) lies in ±π/2; each π subtracted changes the sign.
    const double turns = std::floor(radians / kPi + 0.5);
    const double value = sineSeries(radians - turns * kPi);
    return std::fmod(turns, 2.0) == 0.0 ? value : -value;
}

double cubeRoot(double x) {
    if (x == 0.0 || !std::isfinite(x)) {
        return x;
    }
    if (x < 0.0) {
        return -cubeRoot(-x);
    }
    // Scales x by powers of eight into 1 .. 8, where eight iterations suffice.
    double scale = 1.0;
    while (x > 8.0) {
        x /= 8.0;
        scale *= 2.0;
    }
    while (x < 1.0) {
        x *= 8.0;
        scale /= 2.0;
    }
    double root = 1.5;
    for (int round = 0; round < 8; ++round) {
        root -= (root * root * root - x) / (3.0 * root * root);
    }
    return root * scale;
}

double cosine(double radians) {
    return sine(radians + kPi / 2.0);
}

}  // namespace shoal
