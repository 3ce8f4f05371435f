// kibitz._native.processor: the generation of x86-64 that this processor and its system can run, as the System V ABI numbers them. It
// is compiled for the oldest, and is asked before one of the builds of the core is loaded.
#include <nanobind/nanobind.h>

#include <cstdint>

#if defined(__x86_64__) || defined(_M_X64)
#define KIBITZ_IS_X86_64
#ifdef _MSC_VER
#include <intrin.h>
#else
#include <cpuid.h>
#endif
#endif

namespace {

#ifdef KIBITZ_IS_X86_64

struct Registers {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    std::uint32_t c = 0;
    std::uint32_t d = 0;
};

Registers ask(std::uint32_t leaf) {
    Registers found;
#ifdef _MSC_VER
    int answer[4];
    __cpuid(answer, static_cast<int>(leaf & 0x80000000U));
    if (static_cast<std::uint32_t>(answer[0]) < leaf) return found;
    __cpuidex(answer, static_cast<int>(leaf), 0);
    found = {static_cast<std::uint32_t>(answer[0]), static_cast<std::uint32_t>(answer[1]), static_cast<std::uint32_t>(answer[2]),
             static_cast<std::uint32_t>(answer[3])};
#else
    __get_cpuid_count(leaf, 0, &found.a, &found.b, &found.c, &found.d);
#endif
    return found;
}

// The registers that the system saves for a program; what it does not save cannot be used.
std::uint64_t saved_registers() {
#ifdef _MSC_VER
    return _xgetbv(0);
#else
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (static_cast<std::uint64_t>(high) << 32) | low;
#endif
}

constexpr bool has(std::uint64_t bits, std::uint64_t wanted) { return (bits & wanted) == wanted; }

constexpr std::uint32_t bits(std::initializer_list<int> places) {
    std::uint32_t mask = 0;
    for (const int place : places) mask |= std::uint32_t{1} << place;
    return mask;
}

int level() {
    const Registers basic = ask(1);
    const Registers more = ask(7);
    const Registers extended = ask(0x80000001U);
    // SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF.
    if (!has(basic.c, bits({0, 9, 13, 19, 20, 23})) || !has(extended.c, bits({0}))) return 1;
    // FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT.
    if (!has(basic.c, bits({12, 22, 27, 28, 29})) || !has(more.b, bits({3, 5, 8})) || !has(extended.c, bits({5}))) return 2;
    const std::uint64_t saved = saved_registers();
    if (!has(saved, bits({1, 2}))) return 2;
    // AVX512F, DQ, CD, BW, VL, and their registers saved.
    return has(more.b, bits({16, 17, 28, 30, 31})) && has(saved, bits({5, 6, 7})) ? 4 : 3;
}

#else

int level() { return 0; }

#endif

}  // namespace

NB_MODULE(processor, module) { module.def("level", &level); }
