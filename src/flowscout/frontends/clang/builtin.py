"""Headers that a compiler brings itself and a library of it does not: small ones of our own, made of what the compiler
predefines.

They stand in memory, so that a unit reads the same on every machine; headers of intrinsics are there and empty.
"""

from __future__ import annotations

from typing import Final

RESOURCES: Final = "/flowscout/resources"

_STDDEF: Final = """#ifndef __cplusplus
#define NULL ((void *)0)
typedef __WCHAR_TYPE__ wchar_t;
#else
#define NULL __null
namespace std { typedef decltype(nullptr) nullptr_t; }
using ::std::nullptr_t;
#endif
typedef __SIZE_TYPE__ size_t;
typedef __SIZE_TYPE__ rsize_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WINT_TYPE__ wint_t;
typedef struct { long long __ll __attribute__((__aligned__(__alignof__(long long)))); long double __ld __attribute__((__aligned__(__alignof__(long double)))); } max_align_t;
#define offsetof(t, d) __builtin_offsetof(t, d)
"""
_STDARG: Final = """#ifndef __GNUC_VA_LIST
#define __GNUC_VA_LIST 1
typedef __builtin_va_list __gnuc_va_list;
#endif
typedef __builtin_va_list va_list;
#define va_start(ap, param) __builtin_va_start(ap, param)
#define va_end(ap) __builtin_va_end(ap)
#define va_arg(ap, type) __builtin_va_arg(ap, type)
#define __va_copy(d, s) __builtin_va_copy(d, s)
#define va_copy(dest, src) __builtin_va_copy(dest, src)
"""
_LIMITS: Final = """#if defined __has_include_next
#if __has_include_next(<limits.h>)
#define _GCC_LIMITS_H_
#include_next <limits.h>
#endif
#endif
#undef CHAR_BIT
#define CHAR_BIT __CHAR_BIT__
#undef SCHAR_MAX
#undef SCHAR_MIN
#undef UCHAR_MAX
#undef SHRT_MAX
#undef SHRT_MIN
#undef USHRT_MAX
#undef INT_MAX
#undef INT_MIN
#undef UINT_MAX
#undef LONG_MAX
#undef LONG_MIN
#undef ULONG_MAX
#undef LLONG_MAX
#undef LLONG_MIN
#undef ULLONG_MAX
#undef CHAR_MIN
#undef CHAR_MAX
#define SCHAR_MAX __SCHAR_MAX__
#define SCHAR_MIN (-__SCHAR_MAX__ - 1)
#define UCHAR_MAX (__SCHAR_MAX__ * 2 + 1)
#define SHRT_MAX __SHRT_MAX__
#define SHRT_MIN (-__SHRT_MAX__ - 1)
#define USHRT_MAX (__SHRT_MAX__ * 2 + 1)
#define INT_MAX __INT_MAX__
#define INT_MIN (-__INT_MAX__ - 1)
#define UINT_MAX (__INT_MAX__ * 2U + 1U)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)
#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)
#ifdef __CHAR_UNSIGNED__
#define CHAR_MIN 0
#define CHAR_MAX UCHAR_MAX
#else
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX __SCHAR_MAX__
#endif
"""
_STDATOMIC: Final = """typedef enum memory_order {
  memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_FLAG_INIT { 0 }
#define atomic_init __c11_atomic_init
#define kill_dependency(y) (y)
#define atomic_thread_fence(order) __c11_atomic_thread_fence(order)
#define atomic_signal_fence(order) __c11_atomic_signal_fence(order)
#define atomic_is_lock_free(obj) __c11_atomic_is_lock_free(sizeof(*(obj)))
typedef _Atomic(_Bool) atomic_bool;
typedef _Atomic(char) atomic_char;
typedef _Atomic(signed char) atomic_schar;
typedef _Atomic(unsigned char) atomic_uchar;
typedef _Atomic(short) atomic_short;
typedef _Atomic(unsigned short) atomic_ushort;
typedef _Atomic(int) atomic_int;
typedef _Atomic(unsigned int) atomic_uint;
typedef _Atomic(long) atomic_long;
typedef _Atomic(unsigned long) atomic_ulong;
typedef _Atomic(long long) atomic_llong;
typedef _Atomic(unsigned long long) atomic_ullong;
typedef _Atomic(__INTPTR_TYPE__) atomic_intptr_t;
typedef _Atomic(__UINTPTR_TYPE__) atomic_uintptr_t;
typedef _Atomic(__SIZE_TYPE__) atomic_size_t;
typedef _Atomic(__PTRDIFF_TYPE__) atomic_ptrdiff_t;
typedef _Atomic(__INTMAX_TYPE__) atomic_intmax_t;
typedef _Atomic(__UINTMAX_TYPE__) atomic_uintmax_t;
typedef struct atomic_flag { atomic_bool _Value; } atomic_flag;
#define atomic_store(object, desired) __c11_atomic_store(object, desired, __ATOMIC_SEQ_CST)
#define atomic_store_explicit __c11_atomic_store
#define atomic_load(object) __c11_atomic_load(object, __ATOMIC_SEQ_CST)
#define atomic_load_explicit __c11_atomic_load
#define atomic_exchange(object, desired) __c11_atomic_exchange(object, desired, __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit __c11_atomic_exchange
#define atomic_compare_exchange_strong(o, e, d) __c11_atomic_compare_exchange_strong(o, e, d, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit __c11_atomic_compare_exchange_strong
#define atomic_compare_exchange_weak(o, e, d) __c11_atomic_compare_exchange_weak(o, e, d, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit __c11_atomic_compare_exchange_weak
#define atomic_fetch_add(object, operand) __c11_atomic_fetch_add(object, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_explicit __c11_atomic_fetch_add
#define atomic_fetch_sub(object, operand) __c11_atomic_fetch_sub(object, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_explicit __c11_atomic_fetch_sub
#define atomic_fetch_or(object, operand) __c11_atomic_fetch_or(object, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_or_explicit __c11_atomic_fetch_or
#define atomic_fetch_xor(object, operand) __c11_atomic_fetch_xor(object, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_explicit __c11_atomic_fetch_xor
#define atomic_fetch_and(object, operand) __c11_atomic_fetch_and(object, operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_and_explicit __c11_atomic_fetch_and
#define atomic_flag_test_and_set(object) __c11_atomic_exchange(&(object)->_Value, 1, __ATOMIC_SEQ_CST)
#define atomic_flag_test_and_set_explicit(object, order) __c11_atomic_exchange(&(object)->_Value, 1, order)
#define atomic_flag_clear(object) __c11_atomic_store(&(object)->_Value, 0, __ATOMIC_SEQ_CST)
#define atomic_flag_clear_explicit(object, order) __c11_atomic_store(&(object)->_Value, 0, order)
"""
_STDINT: Final = """#if __STDC_HOSTED__ && __has_include_next(<stdint.h>)
#include_next <stdint.h>
#else
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#endif
"""
_FLOAT: Final = (
    "#define FLT_RADIX __FLT_RADIX__\n#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__\n#define DECIMAL_DIG __DECIMAL_DIG__\n"
    + "".join(
        f"#define {kind}_{what} __{kind}_{what}__\n"
        for kind in ("FLT", "DBL", "LDBL")
        for what in ("MANT_DIG", "DIG", "MIN_EXP", "MIN_10_EXP", "MAX_EXP", "MAX_10_EXP", "MAX", "EPSILON", "MIN")
    )
)
_EMPTY: Final = (
    "immintrin", "x86intrin", "xmmintrin", "emmintrin", "pmmintrin", "tmmintrin", "smmintrin", "nmmintrin", "wmmintrin", "ammintrin",
    "avxintrin", "avx2intrin", "bmiintrin", "bmi2intrin", "popcntintrin", "mmintrin", "mm_malloc", "cpuid", "arm_neon", "arm_acle", "altivec",
    "ia32intrin", "cetintrin", "arm_sve", "arm_fp16",
)  # fmt: skip

_TEXTS: Final = {
    "stddef": _STDDEF, "__stddef_max_align_t": "#include <stddef.h>\n", "stdarg": _STDARG, "limits": _LIMITS, "stdint": _STDINT, "float": _FLOAT,
    "stdatomic": _STDATOMIC,
    "stdbool": "#ifndef __cplusplus\n#define bool _Bool\n#define true 1\n#define false 0\n#endif\n#define __bool_true_false_are_defined 1\n",
    "stdalign": "#ifndef __cplusplus\n#define alignas _Alignas\n#define alignof _Alignof\n#endif\n",
    "stdnoreturn": "#define noreturn _Noreturn\n", "varargs": "",
    "iso646": "#ifndef __cplusplus\n#define and &&\n#define and_eq &=\n#define bitand &\n#define bitor |\n#define compl ~\n#define not !\n"
              "#define not_eq !=\n#define or ||\n#define or_eq |=\n#define xor ^\n#define xor_eq ^=\n#endif\n",
    **dict.fromkeys(_EMPTY, ""),
}  # fmt: skip


def headers() -> dict[str, bytes]:
    """By their paths for the compiler. glibc asks <stddef.h> for one name at a time, and gets them all."""
    return {f"{RESOURCES}/include/{name}.h": _guarded(name, text).encode() for name, text in _TEXTS.items()}


def _guarded(name: str, text: str) -> str:
    if name == "limits":
        return text  # asks for the system's own, which asks for this one again
    return f"#ifndef FLOWSCOUT_{name.upper()}\n#define FLOWSCOUT_{name.upper()}\n{text}#endif\n"
