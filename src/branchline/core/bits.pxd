# The C versions of bits.py: the only C in the project.
from libc.stdint cimport uint64_t
cdef extern from * nogil:
    """
    #include <stdint.h>
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int bl_lowest(unsigned __int64 x) { unsigned long i; _BitScanForward64(&i, x); return (int) i; }
    static __inline int bl_count(unsigned __int64 x) { return (int) __popcnt64(x); }
    #else
    #define bl_lowest(x) __builtin_ctzll(x)
    #define bl_count(x) __builtin_popcountll(x)
    #endif
    #define bl_bit(n) ((uint64_t) 1 << (n))
    """
    uint64_t bit "bl_bit"(int n) noexcept
    int lowest "bl_lowest"(uint64_t x) noexcept
    int count "bl_count"(uint64_t x) noexcept
