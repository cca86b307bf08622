#pragma once

namespace shoal {

/// Cosine and sine by additions and multiplications only: the C library's differ between machines in the last
/// bits, and the state hash may not. Error below 1e-12 for |radians| up to 100.
double cosine(double radians);
double sine(double radians);

/// The cube root by Newton's method, for the same reason. For 1e-30 < x < 1e30, to within 1e-15 of it.
double cubeRoot(double x);

}  // namespace shoal
