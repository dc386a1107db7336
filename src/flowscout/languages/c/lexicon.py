"""Words of C's and POSIX's libraries.

What leaves the process or the disk cannot be taken back: sockets, files removed or renamed, processes, signals. Standard
output is what a program is for; standard error is talk.
"""

from __future__ import annotations

from typing import Final

from ...model.action import IRREVERSIBLE, LOGGING, METRICS, MUTATION, UTILITY, VALIDATION
from ...model.language import Lexicon

_IRREVERSIBLE: Final = """
unlink unlinkat remove rmdir rename renameat renameat2 truncate ftruncate
send sendto sendmsg sendmmsg sendfile
fork vfork clone execl execlp execle execv execvp execve execvpe fexecve posix_spawn posix_spawnp system popen
kill killpg raise pthread_kill tgkill sigqueue reboot mount umount umount2
DeleteFile DeleteFileA DeleteFileW MoveFile MoveFileEx RemoveDirectory CreateProcess CreateProcessA CreateProcessW TerminateProcess
sqlite3_exec mysql_query mysql_real_query PQexec PQexecParams mysql_commit curl_easy_perform
"""

_MUTATION: Final = """
write pwrite writev pwritev fwrite fputs fputc putc fsync fdatasync sync msync fflush_unlocked
mkdir mkdirat mkfifo mknod symlink link chmod fchmod chown fchown lchown utime utimes futimes chdir fchdir chroot umask setrlimit
setenv unsetenv putenv clearenv setuid setgid seteuid setegid setsid setpgid setlocale sigaction signal sigprocmask pthread_sigmask
bind listen connect accept accept4 shutdown setsockopt socketpair dup2 dup3 ioctl fcntl epoll_ctl kevent
pthread_create pthread_detach pthread_cancel thrd_create mlock munlock madvise mprotect
atomic_store atomic_fetch_add atomic_fetch_sub srand srandom
"""

_LOGGING: Final = """
syslog vsyslog openlog closelog perror warn warnx vwarn vwarnx psignal log_debug log_info log_warn log_warning log_error log_trace log_fatal
serverLog serverLogRaw serverLogFromHandler moduleLog LOG LOG_* DEBUG_LOG debug_log dbg dprintf_debug trace printk pr_debug pr_info pr_warn pr_err dev_dbg
dev_info dev_warn dev_err g_debug g_message g_warning av_log
"""

_METRICS: Final = """
stats_incr stats_add metrics_inc metrics_add latencyAddSampleIfNeeded latencyStartMonitor latencyEndMonitor
"""

_UTILITY: Final = """
malloc calloc realloc reallocarray aligned_alloc posix_memalign free alloca strdup strndup zmalloc zcalloc zrealloc zfree zstrdup xmalloc xcalloc xrealloc
xfree xstrdup ztrymalloc ztrycalloc ztryrealloc zmalloc_usable zfree_usable g_malloc g_free kmalloc kfree *_malloc *_calloc *_realloc *_free je_*
memcpy memmove memset memcmp memchr memmem bzero bcopy strlen strnlen strcpy strncpy strlcpy strcat strncat strlcat strcmp strncmp strcasecmp
strncasecmp strchr strrchr strstr strtok strtok_r strspn strcspn strpbrk strerror strerror_r strsep
sprintf snprintf vsnprintf vsprintf asprintf vasprintf sscanf atoi atol atoll atof strtol strtoll strtoul strtoull strtod strtold strtof
isalnum isalpha isdigit isspace isupper islower ispunct isprint isxdigit tolower toupper qsort bsearch abs labs llabs
time gettimeofday clock clock_gettime localtime localtime_r gmtime gmtime_r strftime mktime difftime nanosleep usleep sleep ustime mstime
va_start va_end va_copy va_arg offsetof sizeof htons ntohs htonl ntohl getpid getppid getenv errno rand random
pthread_mutex_lock pthread_mutex_unlock pthread_mutex_init pthread_mutex_destroy pthread_mutex_trylock pthread_cond_wait pthread_cond_signal
pthread_cond_broadcast pthread_cond_init pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock pthread_spin_lock pthread_spin_unlock
mtx_lock mtx_unlock pthread_self pthread_join atomic_load floor ceil sqrt pow fabs fmod round UNUSED
FD_ZERO FD_SET FD_CLR FD_ISSET likely unlikely __builtin_expect __sync_synchronize sdsfree sdslen sdsdup sdsempty sdsnew sdsnewlen sdscatprintf
sdscatfmt sdscat sdscatlen decrRefCount incrRefCount
"""

_VALIDATION: Final = "assert serverAssert serverAssertWithInfo debugServerAssert redisAssert g_assert ASSERT BUG_ON WARN_ON static_assert _Static_assert"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _rows() -> dict[str, str]:
    rows: dict[str, str] = {}
    for kind, words in (
        (UTILITY, _UTILITY), (MUTATION, _MUTATION), (IRREVERSIBLE, _IRREVERSIBLE), (METRICS, _METRICS), (LOGGING, _LOGGING), (VALIDATION, _VALIDATION),
    ):
        rows.update(dict.fromkeys(words.split(), kind))
    return rows


LEXICON: Final = Lexicon(
    calls=_rows(),
    verbs={
        **dict.fromkeys(("delete", "purge", "commit", "publish", "send", "broadcast", "unlink", "drop", "kill", "wipe", "persist"), IRREVERSIBLE),
        **dict.fromkeys(
            ("set", "update", "add", "append", "insert", "remove", "clear", "reset", "push", "pop", "put", "register", "unregister", "increment",
             "decrement", "store", "write", "save", "assign", "attach", "detach", "enable", "disable", "mark", "rename", "replace", "init",
             "initialize", "link", "enqueue", "dequeue", "activate", "deactivate", "rollback", "unset"), MUTATION),
        **dict.fromkeys(("validate", "check", "verify", "ensure", "assert"), VALIDATION),
        **dict.fromkeys(("log", "warn", "debug"), LOGGING),
    },
    errors=_words(
        "*_ERR *_ERROR *_ERRNO *_FAIL *_FAILED *_FAILURE *_INVALID ERR_* ERROR_* ERR ERROR FAIL FAILURE EXIT_FAILURE "
        "EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG EBADF EAGAIN ENOMEM EACCES EFAULT EBUSY EEXIST ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE EFBIG "
        "ENOSPC EROFS EPIPE EDOM ERANGE ENOTSUP ETIMEDOUT ECONNREFUSED ECONNRESET ENOTCONN EPROTO EOVERFLOW ENOSYS MAP_FAILED SIG_ERR"
    ),
    fine=_words("*_OK OK *_SUCCESS SUCCESS EXIT_SUCCESS"),
    noreturn=_words("exit _exit _Exit abort quick_exit longjmp siglongjmp pthread_exit thrd_exit errx verrx __builtin_unreachable"),
    predicates=_words("is has have can should must was are will may needs supports allows contains exists matches"),
    handlers=_words("main wmain WinMain wWinMain DllMain handle_* *_handler *Handler on_* *Callback *_callback *_cb *Command LLVMFuzzerTestOneInput"),
    routes=frozenset(),
)
