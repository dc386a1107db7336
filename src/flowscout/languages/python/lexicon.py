"""Words of Python's standard library and common frameworks.

Only what cannot be taken back is irreversible: files deleted or replaced, processes, the network, databases, mail. What
is neither here nor a verb is a computation.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from ...model.action import (
    ACQUIRE,
    COMPUTATION,
    FLUSH,
    IRREVERSIBLE,
    LOGGING,
    METRICS,
    MUTATION,
    PERMISSION,
    RELEASE,
    VALIDATION,
    WAIT,
)
from ...model.language import Lexicon
from ...shapes.lexicon import PREDICATES, defaults, rows, verbs, words

_IRREVERSIBLE: Final = """
os.remove os.unlink os.rmdir os.removedirs os.rename os.renames os.replace os.truncate os.ftruncate os.kill os.killpg
os.system os.popen os.fork os.forkpty os.exec* os.spawn* os.posix_spawn os.posix_spawnp os.startfile shutil.rmtree
shutil.move pathlib.Path.unlink pathlib.Path.rmdir pathlib.Path.rename pathlib.Path.replace *.unlink *.rmdir *.rmtree
subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen subprocess.getoutput
subprocess.getstatusoutput asyncio.create_subprocess_exec asyncio.create_subprocess_shell
multiprocessing.Process.start socket.socket.send socket.socket.sendall socket.socket.sendto *.sendall *.sendto
*.send_bytes *.sendmail *.send_message smtplib.SMTP.* send_mail send_mass_mail mail_admins mail_managers
django.core.mail.send_mail django.core.mail.send_mass_mail django.core.mail.mail_admins requests.post requests.put
requests.patch requests.delete httpx.post httpx.put httpx.patch httpx.delete session.post session.put session.patch
session.delete *_session.post *_session.put *_session.patch *_session.delete urllib.request.urlopen urlopen
urllib.request.urlretrieve *.commit *.executescript *.bulk_delete *.drop_table *.drop_all *.delete_many *.delete_one
*.delete_object *.delete_objects *.delete *.apply_async *.send_task *.publish *.basic_publish *.send_email os.abort
signal.raise_signal signal.pthread_kill
"""

_MUTATION: Final = """
os.mkdir os.makedirs os.chmod os.chown os.lchown os.link os.symlink os.utime os.chdir os.umask os.putenv os.unsetenv
os.setuid os.setgid os.write os.environ.update os.environ.setdefault os.environ.pop shutil.copy shutil.copy2
shutil.copyfile shutil.copyfileobj shutil.copytree shutil.copymode shutil.copystat shutil.chown shutil.make_archive
shutil.unpack_archive *.write *.writelines *.write_text *.write_bytes *.writerow *.writerows *.mkdir *.touch
*.symlink_to *.chmod *.truncate setattr delattr object.__setattr__ locale.setlocale signal.signal atexit.register
threading.Thread.start sys.setrecursionlimit *.append *.extend *.insert *.remove *.pop *.popitem *.clear *.add
*.discard *.update *.setdefault *.sort *.reverse *.appendleft *.popleft *.extendleft *.rotate *.difference_update
*.intersection_update *.symmetric_difference_update *.put *.put_nowait *.move_to_end *.save *.objects.create
*.get_or_create *.update_or_create *.bulk_create *.bulk_update *.full_clean *.set_password *.setex *.hset *.lpush
*.rpush *.sadd *.insert_one *.insert_many *.update_one *.update_many *.put_object *.add_all *.merge *.rollback
*.savepoint_rollback *.savepoint_commit heapq.heappush heapq.heapify heapq.heapreplace bisect.insort random.seed
random.shuffle *.set_cookie *.delete_cookie *.login *.logout *.set_result *.set_exception *.cancel *.register
"""

_LOGGING: Final = """
sentry_sdk.capture_exception sentry_sdk.capture_message
"""

_METRICS: Final = """
statsd.* stats.incr stats.timing stats.gauge *.statsd.* *_counter.inc *_gauge.set *_histogram.observe
prometheus_client.* opentelemetry.* datadog.* newrelic.*
"""

_ACQUIRE: Final = """
open io.open builtins.open os.open os.fdopen os.pipe *.acquire *.open socket.socket socket.create_connection
tempfile.* threading.Lock.acquire mmap.mmap os.dup os.dup2
"""

_RELEASE: Final = "*.release *.close *.aclose os.close *.shutdown *.terminate *.detach"

_WAIT: Final = """
time.sleep asyncio.sleep asyncio.wait asyncio.wait_for asyncio.gather select.select os.wait os.waitpid *.wait
*.wait_for threading.Thread.join multiprocessing.Process.join *thread.join *_thread.join *process.join *queue.join
concurrent.futures.wait anyio.sleep trio.sleep
"""

_FLUSH: Final = "*.flush os.fsync os.fdatasync os.sync"

# What only gives a value: without a use, nothing is lost by deleting it. What may refuse its argument (`int`, `json.loads`) is none.
_PURE: Final = """
len bool repr ascii id type callable isinstance issubclass hasattr vars dir slice object range enumerate zip super
time.time time.monotonic time.perf_counter time.process_time os.getcwd os.getpid os.environ.get os.getenv os.path.join
os.path.basename os.path.dirname os.path.splitext os.path.exists os.path.isfile os.path.isdir typing.cast cast *.strip
*.lstrip *.rstrip *.lower *.upper *.title *.capitalize *.split *.rsplit *.splitlines *.startswith *.endswith *.keys
*.values *.items
"""

# Look like something they are not: signals are sent inside the process, cursors read more than they write.
_PLAIN: Final = """
requests.get httpx.get *signals.*.send *signal.send *signal.send_robust *_signal.send pre_save.send post_save.send
pre_delete.send post_delete.send pre_init.send post_init.send m2m_changed.send request_started.send
request_finished.send got_request_exception.send class_prepared.send *_started.send *_finished.send *_closed.send
*_popped.send *_pushed.send *_rendered.send *_exception.send *_handled.send *_logged_in.send *_logged_out.send
*_changed.send *_migrate.send *_created.send *_deleted.send *_saved.send *_updated.send send_file send_from_directory
*.send_static_file *.send_from_directory *.send_file gen.send generator.send coro.send *_gen.send builtins.print
builtins.input builtins.exec builtins.eval builtins.compile builtins.__import__ builtins.pow
warnings.warn warnings.warn_explicit traceback.print_exc traceback.print_exception traceback.print_stack
"""

_PERMISSION: Final = """
*.check_permission *.check_permissions *.check_object_permissions *.require_permission *.authorize *.authenticate
authenticate login_required permission_required *.has_perm *.has_perms
"""

_VALIDATION: Final = """
*.validate *.full_clean *.clean_fields *.validate_unique *.raise_for_status *.assert_* unittest.TestCase.assert*
*.is_valid
"""

# What a parameter is where it is not given, as the library's own pages say, and has been for as long as it is there.
_DEFAULTS: Final = """
zip.strict=False print.file=None print.flush=False sorted.key=None sorted.reverse=False
min.key=None max.key=None enumerate.start=0 sum.start=0 int.base=10 open.mode="r" open.buffering=-1 open.encoding=None
open.errors=None open.newline=None open.closefd=True open.opener=None subprocess.run.check=False
subprocess.run.capture_output=False subprocess.run.timeout=None subprocess.run.input=None subprocess.run.shell=False
subprocess.run.cwd=None subprocess.run.env=None subprocess.run.text=None subprocess.Popen.shell=False
subprocess.Popen.cwd=None subprocess.Popen.env=None subprocess.Popen.text=None subprocess.check_call.shell=False
subprocess.check_output.shell=False subprocess.call.shell=False os.makedirs.exist_ok=False pathlib.Path.mkdir.parents=False
pathlib.Path.mkdir.exist_ok=False pathlib.Path.unlink.missing_ok=False pathlib.Path.resolve.strict=False
pathlib.Path.touch.exist_ok=True json.dumps.indent=None json.dumps.sort_keys=False json.dumps.ensure_ascii=True
json.dumps.default=None json.dumps.allow_nan=True json.dump.indent=None json.dump.sort_keys=False
json.dump.ensure_ascii=True shutil.rmtree.ignore_errors=False shutil.copytree.symlinks=False
shutil.copytree.dirs_exist_ok=False re.compile.flags=0 re.sub.count=0 re.sub.flags=0 re.split.maxsplit=0
textwrap.wrap.width=70 warnings.warn.stacklevel=1
warnings.warn.source=None asyncio.gather.return_exceptions=False asyncio.run.debug=None dataclasses.field.init=True
dataclasses.field.repr=True tempfile.NamedTemporaryFile.delete=True
threading.Thread.target=None threading.Thread.daemon=None itertools.count.start=0 itertools.count.step=1
"""


# What another one is called as well, which its pages say.
_TWINS: Final = {
    "unlink": "os.remove os.unlink pathlib.Path.unlink",
    "rmdir": "os.rmdir pathlib.Path.rmdir",
    "rename": "os.rename pathlib.Path.rename",
    "replace": "os.replace pathlib.Path.replace",
}
_PARSERS_END: Final = (
    "argparse.ArgumentParser.error argparse.ArgumentParser.exit optparse.OptionParser.error optparse.OptionParser.exit"
)
LEXICON: Final = Lexicon(
    calls=rows(
        (COMPUTATION, _PLAIN),
        (MUTATION, _MUTATION),
        (IRREVERSIBLE, _IRREVERSIBLE),
        (METRICS, _METRICS),
        (VALIDATION, _VALIDATION),
        (PERMISSION, _PERMISSION),
        (LOGGING, _LOGGING),
        (ACQUIRE, _ACQUIRE),
        (RELEASE, _RELEASE),
        (WAIT, _WAIT),
        (FLUSH, _FLUSH),
    ),
    verbs=verbs(
        (IRREVERSIBLE, "charge deploy email pay refund rmtree"),
        (MUTATION, "invalidate modify populate subscribe unsubscribe"),
        (PERMISSION, "authenticate authorise authorize"),
    ),
    errors=words(
        "HttpResponseBadRequest HttpResponseForbidden HttpResponseNotFound HttpResponseNotAllowed "
        "HttpResponseServerError HttpResponseGone *.HttpResponseBadRequest *.HttpResponseForbidden "
        "*.HttpResponseNotFound *.HttpResponseNotAllowed *.HttpResponseServerError JSONRPCError *Error *Exception "
        "Err Failure NotImplemented"
    ),
    fine=frozenset({"Ok", "Success", "HttpResponse"}),
    noreturn=words(
        f"sys.exit os._exit os.abort exit quit os.execv os.execve os.execvp os.execvpe os.execl os.execlp {_PARSERS_END}"
    ),
    quits=MappingProxyType(dict.fromkeys(("sys.exit", "exit", "quit", *_PARSERS_END.split()), "SystemExit")),
    tries=words("os.execv os.execve os.execvp os.execvpe os.execl os.execlp"),
    predicates=words(PREDICATES),
    working=words("__call__ __iter__ __next__ __enter__ __exit__ __aiter__ __anext__ __aenter__ __aexit__ __await__"),
    handlers=words(
        "main handle_* *_handler lambda_handler on_* handler application get_wsgi_application get_asgi_application"
    ),
    routes=words(
        "*.route *.get *.post *.put *.patch *.delete *.websocket *.endpoint route api_view action *.command "
        "*.group command click.command click.group *.task task shared_task *.shared_task receiver *.receiver "
        "*.on_event *.on *.listens_for *.errorhandler *.before_request *.after_request *.teardown_request "
        "*.cli.command *.handler *.subscriber *.middleware *.exception_handler csrf_exempt require_http_methods "
        "require_GET require_POST"
    ),
    pure=words(_PURE),
    defaults=defaults(_DEFAULTS),
    twins=MappingProxyType({name: deed for deed, names in _TWINS.items() for name in names.split()}),
)
