"""Words of C's and POSIX's libraries.

What leaves the process or the disk cannot be taken back: sockets, files removed or renamed, processes, signals.
Standard output is what a program is for; standard error is talk.
"""

from __future__ import annotations

from typing import Final

from ...model.action import (
    ACQUIRE,
    FLUSH,
    IRREVERSIBLE,
    LOGGING,
    METRICS,
    MUTATION,
    RELEASE,
    VALIDATION,
    WAIT,
)
from ...model.language import Lexicon
from ...shapes.lexicon import PREDICATES, rows, verbs, words
from .errno import ERRORS

_IRREVERSIBLE: Final = """
unlink unlinkat remove rmdir rename renameat renameat2 truncate ftruncate send sendto sendmsg sendmmsg sendfile fork
vfork clone execl execlp execle execv execvp execve execvpe fexecve posix_spawn posix_spawnp system popen kill killpg
raise pthread_kill tgkill sigqueue reboot mount umount umount2 DeleteFile DeleteFileA DeleteFileW MoveFile MoveFileEx
RemoveDirectory CreateProcess CreateProcessA CreateProcessW TerminateProcess sqlite3_exec mysql_query mysql_real_query
PQexec PQexecParams mysql_commit curl_easy_perform
"""

_MUTATION: Final = """
write pwrite writev pwritev fwrite fputs fputc putc mkdir mkdirat mkfifo mknod symlink link chmod fchmod chown fchown
lchown utime utimes futimes chdir fchdir chroot umask setrlimit setenv unsetenv putenv clearenv setuid setgid seteuid
setegid setsid setpgid setlocale sigaction signal sigprocmask pthread_sigmask bind listen connect accept accept4
shutdown setsockopt socketpair dup2 dup3 ioctl fcntl epoll_ctl kevent pthread_create pthread_detach pthread_cancel
thrd_create mlock munlock madvise mprotect atomic_store atomic_fetch_add atomic_fetch_sub srand srandom
"""

_LOGGING: Final = """
syslog vsyslog openlog closelog perror warn warnx vwarn vwarnx psignal log_debug log_info log_warn log_warning
log_error log_trace log_fatal LOG LOG_* DEBUG_LOG debug_log dbg dprintf_debug trace printk pr_debug pr_info pr_warn
pr_err dev_dbg dev_info dev_warn dev_err g_debug g_message g_warning av_log
"""

_METRICS: Final = """
stats_incr stats_add metrics_inc metrics_add
"""

_ACQUIRE: Final = """
malloc calloc realloc reallocarray aligned_alloc posix_memalign alloca strdup strndup asprintf vasprintf g_malloc
kmalloc *_malloc *_calloc *_realloc *_strdup *malloc *calloc *realloc open openat creat fopen fdopen freopen opendir
popen dlopen mmap socket pipe pipe2 eventfd epoll_create epoll_create1 kqueue tmpfile mkstemp pthread_mutex_init
pthread_mutex_lock pthread_mutex_trylock pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_wrlock
pthread_spin_lock pthread_cond_init mtx_init mtx_lock mtx_trylock flock lockf sem_open sem_init va_start va_copy
getaddrinfo
"""

_RELEASE: Final = """
free *free *Free close fclose closedir pclose dlclose munmap freeaddrinfo pthread_mutex_unlock pthread_mutex_destroy
pthread_rwlock_unlock pthread_rwlock_destroy pthread_spin_unlock pthread_cond_destroy mtx_unlock mtx_destroy sem_post
sem_close sem_destroy va_end
"""

_WAIT: Final = """
sleep usleep nanosleep clock_nanosleep pause select pselect poll ppoll epoll_wait epoll_pwait wait waitpid wait3 wait4
waitid pthread_join thrd_join pthread_cond_wait pthread_cond_timedwait cnd_wait cnd_timedwait sem_wait sem_timedwait
sigwait sched_yield thrd_sleep thrd_yield
"""

_FLUSH: Final = "fflush fflush_unlocked fsync fdatasync sync syncfs msync"

# What only gives a value: without a use, nothing is lost by deleting it.
_PURE: Final = """
strlen strnlen strcmp strncmp strcasecmp strncasecmp memcmp memchr memrchr memmem strchr strrchr strstr strcasestr
strspn strcspn strpbrk atoi atol atoll atof isalnum isalpha isdigit isspace isupper islower ispunct isprint isxdigit
iscntrl isgraph isblank tolower toupper abs labs llabs difftime offsetof sizeof htons ntohs htonl ntohl getpid getppid
getenv floor ceil sqrt pow fabs fmod round likely unlikely __builtin_expect pthread_self FD_ISSET strerror UNUSED
"""

# name, and the place of the argument that it writes through
_WRITES: Final = """
memcpy 0 memmove 0 memset 0 mempcpy 0 memccpy 0 bzero 0 bcopy 1 explicit_bzero 0 strcpy 0 strncpy 0 stpcpy 0 strlcpy 0
strcat 0 strncat 0 strlcat 0 sprintf 0 snprintf 0 vsprintf 0 vsnprintf 0 read 1 pread 1 recv 1 recvfrom 1 recvmsg 1
readv 1 fread 0 fgets 0 getcwd 0 gethostname 0 strftime 0 gettimeofday 0 clock_gettime 1 localtime_r 1 gmtime_r 1
strerror_r 1 stat 1 lstat 1 fstat 1 qsort 0 FD_ZERO 0 FD_SET 1 FD_CLR 1 getline 0 readlink 1 sigemptyset 0 sigfillset
0 sigaddset 0 sigdelset 0 pthread_create 0 getrusage 1 uname 0 inet_pton 2 inet_ntop 2
"""

# POSIX and C: 0 for success, -1 or the number of an error else (POSIX.1-2017, each page's "RETURN VALUE").
NAUGHT: Final = """
access faccessat fchdir chmod fchmod fchmodat chown fchown fchownat lchown chroot clock_getres clock_gettime clock_nanosleep
clock_settime closedir epoll_ctl fclose fdatasync fflush flock fseek fseeko fsetpos fgetpos fstat fstatat fstatvfs fsync
ftruncate futimens getaddrinfo getnameinfo getpeername getrlimit getrusage getsockname getsockopt gettimeofday initgroups
killpg linkat lockf lstat mkdir mkdirat mkfifo mknod mlock mlockall mprotect munlock munmap nanosleep pipe pipe2
posix_fadvise posix_fallocate posix_memalign posix_spawn posix_spawnp pthread_attr_destroy pthread_attr_init
pthread_attr_setdetachstate pthread_attr_setstacksize pthread_cond_broadcast pthread_cond_destroy pthread_cond_init
pthread_cond_signal pthread_cond_timedwait pthread_cond_wait pthread_create pthread_detach pthread_join pthread_key_create
pthread_kill pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_timedlock pthread_mutex_trylock
pthread_mutex_unlock pthread_once pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_setspecific
pthread_sigmask regcomp renameat rmdir sem_destroy sem_init sem_post sem_timedwait sem_trywait sem_wait setegid setenv
seteuid setgid setgroups setpgid setregid setresgid setresuid setreuid setrlimit setsockopt settimeofday setuid setvbuf
sigaction sigaddset sigdelset sigemptyset sigfillset sigprocmask socketpair stat statvfs symlink symlinkat tcflush
tcsetattr tcgetattr unlink unlinkat unsetenv utime utimensat utimes
"""
# Words that a method of C++ may well have for its own name.
WORDY: Final = "bind chdir close connect kill link listen mount raise remove rename shutdown truncate umount"

_VALIDATION: Final = "assert g_assert ASSERT BUG_ON WARN_ON static_assert _Static_assert"


def _places(text: str) -> dict[str, int]:
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


LEXICON: Final = Lexicon(
    calls=rows(
        (MUTATION, _MUTATION),
        (IRREVERSIBLE, _IRREVERSIBLE),
        (METRICS, _METRICS),
        (LOGGING, _LOGGING),
        (VALIDATION, _VALIDATION),
        (ACQUIRE, _ACQUIRE),
        (RELEASE, _RELEASE),
        (WAIT, _WAIT),
        (FLUSH, _FLUSH),
    ),
    verbs=verbs((MUTATION, "init initialize link")),
    errors=words(
        "*_ERR *_ERROR *_ERRNO *_FAIL *_FAILED *_FAILURE *_INVALID *_INVALID_* *_BAD_* ERR_* ERROR_* *_ERR_* *_ERROR_* "
        "ERR ERROR FAIL FAILURE EXIT_FAILURE MAP_FAILED SIG_ERR"
    )
    | ERRORS,
    fine=words("*_OK OK *_SUCCESS SUCCESS EXIT_SUCCESS *ERR_NONE *ERROR_NONE *NO_ERROR *NOERROR *NO_ERR"),
    noreturn=words(
        "exit _exit _Exit abort quick_exit longjmp siglongjmp pthread_exit thrd_exit error/3? error_at_line/5? err/2 verr/3 errx/2 verrx/3 "
        "__builtin_unreachable unreachable g_assert_not_reached g_abort"
    ),
    unreachable=words("__builtin_unreachable unreachable"),
    predicates=words(PREDICATES),
    handlers=words(
        "main wmain WinMain wWinMain DllMain handle_* *_handler *Handler on_* *Callback *_callback *_cb *Command "
        "LLVMFuzzerTestOneInput"
    ),
    routes=frozenset(),
    pure=words(_PURE),
    writes=_places(_WRITES),
    naught=words(NAUGHT + WORDY),
    outside={  # GLib's contracts
        "g_return_if_fail": ("expr", ""),
        "g_return_val_if_fail": ("expr", "val"),
        "g_return_if_reached": ("", ""),
        "g_return_val_if_reached": ("", "val"),
    },
)
