#pragma once

namespace shoal {

/// Cosine and sine by additions and multiplications only: the C library's differ between machines in the last
/// bits, and the state hash may not. Error below 1e-12 for |radians| up to 100.
double cosine(double radians);
double sine(double radians);

}  // namespace shoal
