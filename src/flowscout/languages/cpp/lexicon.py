"""Words of the C++ standard library, of POSIX, and of common frameworks (abseil, glog, spdlog, gRPC; the Status idiom).

Streams to standard output are what a program is for; `std::cerr`, `std::clog` and LOG macros are talk. Containers'
members that change them are state, if the container outlives the call.
"""

from __future__ import annotations

from typing import Final

from flowscout.languages.c.errno import ERRORS
from flowscout.languages.c.lexicon import LEXICON as C
from flowscout.languages.c.lexicon import NAUGHT, WORDY

from ...model.action import (
    ACQUIRE,
    COMPUTATION,
    FLUSH,
    IRREVERSIBLE,
    LOGGING,
    METRICS,
    MUTATION,
    RELEASE,
    RESOURCE,
    VALIDATION,
    WAIT,
)
from ...model.language import Lexicon
from ...shapes.lexicon import PREDICATES, rows, verbs, words

_IRREVERSIBLE: Final = """
std::filesystem::remove std::filesystem::remove_all std::filesystem::rename std::filesystem::resize_file fs::remove
fs::remove_all fs::rename fs::resize_file std::remove/1 std::rename std::system std::raise unlink ::unlink unlinkat
rmdir ::rmdir rename ::rename remove/1 ::remove/1 truncate ftruncate ::ftruncate send ::send sendto ::sendto sendmsg
::sendmsg fork ::fork vfork execl execlp execv execvp execve posix_spawn system popen kill ::kill killpg raise
DeleteFile DeleteFileA DeleteFileW MoveFileExA MoveFileExW RemoveDirectoryA CreateProcess CreateProcessA
CreateProcessW TerminateProcess sqlite3_exec mysql_query PQexec curl_easy_perform *.Commit *.commit *.RemoveFile
*.DeleteFile *.RenameFile *.RemoveDir *.DeleteDir *.Unlink *.SendAll *.async_write *.async_send *.Publish *.publish
QFile::remove QFile::rename boost::filesystem::remove boost::filesystem::remove_all boost::filesystem::rename
"""

_MUTATION: Final = """
*.push_back *.emplace_back *.push_front *.emplace_front *.pop_back *.pop_front *.insert *.emplace *.try_emplace
*.insert_or_assign *.erase *.clear *.resize *.assign *.append *.push *.pop *.swap *.merge *.splice *.sort *.reverse
*.unique *.remove_if *.store *.fetch_add *.fetch_sub *.exchange *.reset *.Append *.Put *.Delete *.Write *.Add *.Clear
*.Insert *.Erase *.Reset *.Set *.Update *.MergeFrom *.CopyFrom *.Swap *.RemoveLast *.AddAllocated* *.notify_one
*.notify_all *.detach *.start *.set_value *.set_exception *.write *.put std::filesystem::create_directory
std::filesystem::create_directories std::filesystem::copy std::filesystem::copy_file std::filesystem::permissions
std::filesystem::create_symlink std::filesystem::create_hard_link std::filesystem::current_path fs::create_directory
fs::create_directories fs::copy fs::copy_file write ::write pwrite ::pwrite writev fwrite std::fwrite fputs std::fputs
mkdir ::mkdir chmod ::chmod symlink link bind ::bind listen ::listen connect ::connect accept ::accept setsockopt
::setsockopt ioctl fcntl ::fcntl setenv unsetenv putenv setlocale std::setlocale signal std::signal sigaction
pthread_create std::thread std::srand
"""

_LOGGING: Final = """
LOG LOG_* VLOG DLOG PLOG DVLOG LOG_IF LOG_EVERY_N LOG_FIRST_N SYSLOG GOOGLE_LOG* QLOG ABSL_LOG ABSL_VLOG ABSL_DLOG
Logv *.Logv spdlog::*
qDebug qInfo qWarning qCritical BOOST_LOG_TRIVIAL perror std::perror syslog absl::InitializeLog printk
"""

_METRICS: Final = """
statsd.* RecordTick RecordInHistogram MeasureTime PERF_TIMER_GUARD PERF_COUNTER_ADD
PERF_TIMER_* IOSTATS_* TRACE_EVENT* UMA_HISTOGRAM_* *_counter_.Increment *_histogram_.Observe *_gauge_.Set
"""

_ACQUIRE: Final = """
std::malloc std::calloc std::realloc operator new std::fopen std::lock_guard std::unique_lock std::scoped_lock
std::shared_lock std::lock *.lock *.Lock *.try_lock *.lock_shared *.Ref *.AddRef *.open MutexLock absl::MutexLock
ReaderMutexLock WriterMutexLock absl::ReaderMutexLock absl::WriterMutexLock QMutexLocker
"""

_RELEASE: Final = """
std::free operator delete std::fclose *.unlock *.Unlock *.unlock_shared *.Unref *.Release *.close *.Close *.release
"""

_WAIT: Final = """
std::this_thread::sleep_for std::this_thread::sleep_until std::this_thread::yield *.join *.wait *.wait_for
*.wait_until *.Wait *.WaitForSignal
"""

_FLUSH: Final = "*.flush *.Flush *.Sync std::fflush std::flush"

# What only gives a value: without a use, nothing is lost by deleting it.
_PURE: Final = """
std::strlen std::strcmp std::memcmp std::atoi std::move std::forward std::min std::max std::make_pair std::make_tuple
std::tie std::get std::ref std::cref std::addressof std::begin std::end std::to_string std::distance std::next
std::prev std::get_if std::holds_alternative std::declval std::size std::data std::abs std::make_optional
std::chrono::* std::this_thread::get_id std::getenv static_cast reinterpret_cast const_cast *.size *.length *.begin
*.end *.cbegin *.cend *.rbegin *.rend *.data *.c_str *.capacity *.empty *.has_value absl::StrCat absl::StrFormat
absl::StrJoin absl::Substitute fmt::format std::format Q_UNUSED UNUSED
"""

_WRITES: Final = {f"std::{name}": place for name, place in C.writes.items()} | {
    "std::copy": 2,
    "std::copy_n": 2,
    "std::fill": 0,
    "std::fill_n": 0,
    "std::swap": 0,
    "std::sort": 0,
    "std::getline": 1,
    "absl::StrAppend": 0,
}

_PLAIN: Final = "std::printf std::puts printf puts"

_VALIDATION: Final = """
assert CHECK CHECK_EQ CHECK_NE CHECK_LT CHECK_LE CHECK_GT CHECK_GE CHECK_NOTNULL CHECK_OK DCHECK DCHECK_EQ DCHECK_NE
DCHECK_LT DCHECK_LE DCHECK_GT DCHECK_GE ASSERT Q_ASSERT BOOST_ASSERT static_assert ASSERT_* EXPECT_* ABSL_CHECK
ABSL_DCHECK PCHECK
"""


def _rows() -> dict[str, str]:
    """C's functions take and give back resources here as well."""
    own = rows(
        (MUTATION, _MUTATION),
        (IRREVERSIBLE, _IRREVERSIBLE),
        (METRICS, _METRICS),
        (LOGGING, _LOGGING),
        (VALIDATION, _VALIDATION),
        (COMPUTATION, _PLAIN),
        (ACQUIRE, _ACQUIRE),
        (RELEASE, _RELEASE),
        (WAIT, _WAIT),
        (FLUSH, _FLUSH),
    )
    return {**{name: kind for name, kind in C.calls.items() if kind in RESOURCE}, **own}


LEXICON: Final = Lexicon(
    calls=_rows(),
    verbs=verbs((MUTATION, "init initialize modify")),
    errors=words(
        "Status::* *::Status::* absl::*Error absl::Status std::unexpected std::make_unexpected unexpected "
        "make_unexpected std::make_error_code make_error_code std::nullopt absl::nullopt boost::none grpc::Status "
        "arrow::Status::* llvm::make_error make_error createStringError *Error *_ERR *_ERROR *_FAIL *_FAILED "
        "*_FAILURE ERR_* ERROR_* *_ERR_* *_ERROR_* kError* kInvalid* kFailed* *::kError *::kFailed *::kInvalid* "
        "*_INVALID_* *_BAD_* EXIT_FAILURE"
    )
    | ERRORS,
    fine=words(
        "Status::OK *::Status::OK Status::Ok absl::OkStatus OkStatus grpc::Status::OK *::OK llvm::Error::success "
        "Status *_OK OK *_SUCCESS SUCCESS *::kOk *::kSuccess EXIT_SUCCESS *ERR_NONE *ERROR_NONE *NO_ERROR *NO_ERR"
    ),
    noreturn=words(
        "exit std::exit _exit ::_exit abort std::abort std::terminate std::quick_exit std::_Exit quick_exit "
        "longjmp std::longjmp pthread_exit std::rethrow_exception std::throw_with_nested error/3? error_at_line/5? err/2 errx/2 verr/3 verrx/3 "
        "__builtin_unreachable std::unreachable BOOST_THROW_EXCEPTION g_assert_not_reached g_abort llvm_unreachable Q_UNREACHABLE"
    ),
    unreachable=words("__builtin_unreachable std::unreachable llvm_unreachable Q_UNREACHABLE"),
    predicates=words(PREDICATES),
    handlers=words(
        "main wmain WinMain wWinMain DllMain Handle* handle_* On[A-Z]* on_* *Handler *Callback *_callback "
        "LLVMFuzzerTestOneInput"
    ),
    routes=frozenset(),
    pure=words(_PURE) | C.pure,
    writes={**C.writes, **_WRITES},
    naught=words(NAUGHT) | {f"std::{name}" for name in words(NAUGHT + WORDY)},
    outside=C.outside,
)
