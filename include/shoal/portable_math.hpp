#pragma once

namespace shoal {

/// Cosine and sine by additions and multiplications only: the C library's differ between machines in the last
/// bits, and the state hash must not. Error below 1e-12 for |radians| up to 100.
double cosine(double radians);
double sine(double radians);

/// The cube root by Newton's method, for the same reason. Relative error below 1e-15 for 1e-30 < x < 1e30.
double cubeRoot(double x);

}  // namespace shoal
