"""pip: resolving, downloading, building and installing Python packages.

`ERROR: text` lines; a build that fails is wrapped ("subprocess-exited-with-error", "did not run successfully", "Failed
building wheel for x"): the cause is in the output between `[n lines of output]` and `[end of output]`, or above.
Form: pip documentation; pip's `_internal/exceptions.py`.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, POINTER, SUCCESS, Advice, LogFormat, Pattern

_ERROR = r"^\s*(?:ERROR|error|x|×|Error): "

PLUGIN: Final = LogFormat(
    name="pip",
    languages=("python",),
    patterns=(
        Pattern(
            "no_matching_version",
            "dependency_resolution",
            _ERROR + r"(?P<message>Could not find a version that satisfies the requirement (?P<dependency>[^\s(;]+).*)",
            ("Could not find a version",),
            weight=1,
        ),
        Pattern(
            "no_matching_version",
            "dependency_resolution",
            r"^\s*Could not find a version that satisfies the requirement (?P<dependency>[^\s(;]+).*",
            ("Could not find a version",),
            weight=1,
        ),
        Pattern(
            "no_matching_version",
            "dependency_resolution",
            r"^\s*(?:ERROR: )?(?P<message>No matching distribution found for (?P<dependency>[^\s(;]+).*)",
            ("No matching distribution",),
            weight=-1,
        ),
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            _ERROR
            + r"(?P<message>Cannot install (?P<dependency>.{1,400}?) because (?:these package versions have conflicting dependencies|.*).*)",
            ("Cannot install ",),
            more=r"^$|^The conflict is caused by|^    ",
            weight=1,
        ),
        Pattern(
            "resolution_impossible",
            "dependency_conflict",
            r"ResolutionImpossible: for help visit|ResolutionTooDeep",
            ("ResolutionImpossible", "ResolutionTooDeep"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "dependency_conflict",
            "dependency_conflict",
            r"^(?:ERROR: )?(?P<message>(?P<dependency>\S+ \S+) (?:has requirement|requires) (?P<required>.+?), (?:but you'll have|but you have|which is not installed).*)",
            (" requires ", "has requirement"),
            severity="warning",
            weight=-1,
        ),
        Pattern(
            "python_version",
            "version_mismatch",
            _ERROR
            + r"(?P<message>(?:Package '?(?P<dependency>[^']+?)'? requires a different Python: .*|.* requires Python '[^']*' but the running Python is .*))",
            ("requires a different Python", "requires Python"),
            weight=1,
        ),
        Pattern(
            "python_version",
            "version_mismatch",
            r"^(?P<message>(?P<dependency>\S+) requires Python '(?P<required>[^']+)' but the running Python is .*)",
            ("but the running Python",),
            weight=1,
        ),
        Pattern(
            "versions_ignored",
            "version_mismatch",
            _ERROR + r"Ignored the following (?:versions that require a different python version|yanked versions).*",
            ("Ignored the following",),
            role=CONSEQUENCE,
        ),
        Pattern(
            "hash_mismatch",
            "dependency_resolution",
            _ERROR
            + r"(?P<message>(?:THESE PACKAGES DO NOT MATCH THE HASHES|Hashes are required in|In --require-hashes mode).*)",
            ("HASHES", "ashes are required", "require-hashes"),
            more=r"^    ",
            weight=1,
        ),
        Pattern(
            "missing_requirements",
            "missing_file",
            _ERROR + r"(?P<message>Could not open requirements file: .*'(?P<missing>[^']+)'.*)",
            ("requirements file",),
            weight=1,
        ),
        Pattern(
            "invalid_requirement",
            "configuration",
            _ERROR + r"(?P<message>Invalid requirement: .+)",
            ("Invalid requirement",),
            weight=1,
        ),
        Pattern(
            "externally_managed",
            "environment",
            r"^\s*error: (?P<message>externally-managed-environment)",
            ("externally-managed",),
            weight=1,
        ),
        Pattern(
            "os_error",
            "environment",
            _ERROR + r"(?P<message>Could not install packages due to an (?:OSError|EnvironmentError): .+)",
            ("Could not install packages",),
            more=r"^HINT|^Check the permissions|^Consider",
            weight=1,
        ),
        Pattern(
            "network_error",
            "network",
            r"^(?:WARNING: )?Retrying \(Retry\(total=\d++.*after connection broken by '(?P<message>.+)'",
            ("Retrying (Retry",),
            severity="warning",
            weight=-1,
        ),
        Pattern(
            "network_error",
            "network",
            _ERROR
            + r"(?P<message>(?:HTTP error \d+ while getting|Could not (?:fetch URL|connect)|Exception:|\d{3} (?:Client|Server) Error|Network is unreachable).*)",
            ("HTTP error", "Could not ", "Client Error", "Server Error", "Exception:", "Network"),
            weight=0,
        ),
        Pattern(
            "wrong_wheel",
            "packaging",
            _ERROR
            + r"(?P<message>(?P<dependency>\S+\.whl) is not a (?:supported wheel on this platform|valid wheel filename).*)",
            (".whl is not",),
            weight=1,
        ),
        Pattern(
            "not_installable",
            "packaging",
            _ERROR
            + r"(?P<message>(?:Directory '(?P<missing>[^']+)' is not installable|File \"setup\.py\" (?:or \"setup\.cfg\" )?not found|.* does not appear to be a Python project|.*is not a valid editable requirement|(?>Project .*? has a ).*pyproject\.toml).*)",
            ("not installable", "setup.py", "Python project", "editable requirement", "pyproject.toml"),
            weight=1,
        ),
        Pattern(
            "compiler_missing",
            "missing_command",
            r"^\s*error: (?P<message>command '(?P<command>[^']+)' failed: (?:No such file or directory|None))",
            ("error: command",),
            weight=1,
        ),
        Pattern(
            "compiler_missing",
            "environment",
            r"^\s*error: (?P<message>Microsoft Visual C\+\+ \S+ (?:or greater )?is required.*)",
            ("Microsoft Visual C++",),
            weight=1,
        ),
        Pattern(
            "build_backend",
            "packaging",
            r"^\s*(?:E\s+)?(?P<message>(?:pip\._vendor\.pyproject_hooks\S*BackendUnavailable|Cannot import '(?P<dependency>[\w.]+)'|BackendUnavailable).*)",
            ("BackendUnavailable", "Cannot import"),
            weight=1,
        ),
        Pattern(
            "build_backend",
            "packaging",
            r"^\s*error: (?P<message>Multiple top-level (?:packages|modules) discovered in a flat-layout.*|package directory '.*' does not exist|invalid command '(?P<command>\w+)'|can't copy '.*)",
            ("error: ",),
            weight=1,
        ),
        Pattern(
            "build_failed",
            "packaging",
            r"^\s*(?:error: (?:subprocess-exited-with-error|metadata-generation-failed|legacy-install-failure|command .* failed with exit (?:status|code) \d+)|[×x] .* did not run successfully\.|ERROR: (?:Failed building (?:wheel|editable) for|Failed to build|Could not build wheels for|Command errored out|Failed to install|Preparing metadata).*|Failed to build \S+|Building wheel for .* (?:finished with status 'error'|error)|(?:  )?Running setup\.py .* error)",
            ("error", "did not run", "Fail", "Could not build", "Command errored"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "see_output",
            "packaging",
            r"^\s*(?:╰─>|\+->) (?:See above for output|\[\d+ lines of output\]|No available output).*|note: This error originates from a subprocess|^\s*note: This is an issue with the package mentioned above",
            ("See above", "lines of output", "originates from a subprocess", "mentioned above", "No available output"),
            role=POINTER,
        ),
        Pattern(
            "no_matching_version",
            "dependency_resolution",
            r"^\s*(?:error: |pkg_resources\.)?(?P<message>(?:Could not find suitable distribution for Requirement\.parse\('(?P<dependency>[^']+)'\)|(?:DistributionNotFound|ContextualVersionConflict|VersionConflict|RequirementParseError): .+).*)",
            ("Requirement.parse(", "DistributionNotFound", "VersionConflict", "RequirementParseError"),
            weight=1,
        ),
        Pattern(
            "upload_refused",
            "deployment",
            r"(?P<message>HTTPError: (?P<status>4\d\d) .{0,60} from https?://\S*(?:pypi|legacy)\S*.*)",
            ("HTTPError: 4",),
            weight=1,
        ),
        Pattern(
            "upload_refused",
            "deployment",
            r"^(?:ERROR\s+)?(?P<message>(?:InvalidDistribution|TrustedPublisherFailure|UploadToDeprecatedPyPIDetected|Trusted publishing exchange failure).*)",
            ("InvalidDistribution", "TrustedPublisher", "Trusted publishing", "UploadToDeprecated"),
            weight=1,
        ),
        Pattern(
            "pip_error",
            "dependency_resolution",
            r"^ERROR: (?P<message>(?:Exception|No \.egg-info|Requested|Cannot|Could not|Can not|Unable|Package|Invalid|Links are not allowed|Wheel|Unsupported|Ambiguous)\b.+)",
            ("ERROR: ",),
            weight=-1,
        ),
        Pattern(
            "resolver_note",
            "unknown",
            r"^ERROR: pip's dependency resolver does not currently take into account|^WARNING: (?:Running pip as the 'root'|You are using pip|Ignoring invalid distribution|The script .* is installed)|^DEPRECATION: ",
            ("pip's dependency", "WARNING: ", "DEPRECATION"),
            role=NOISE,
            severity="warning",
        ),
        Pattern(
            "installed",
            "unknown",
            r"^Successfully installed ",
            ("Successfully installed",),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
Collecting error-handler>=1
ERROR: Could not find a version that satisfies the requirement numpy==99.0 (from versions: 1.26.4, 2.0.0)
ERROR: No matching distribution found for numpy==99.0
ERROR: Cannot install a==1.0 and b==2.0 because these package versions have conflicting dependencies.

The conflict is caused by:
    a 1.0 depends on c<2
    b 2.0 depends on c>=2
ERROR: ResolutionImpossible: for help visit https://pip.pypa.io/en/latest/topics/dependency-resolution/
  error: subprocess-exited-with-error
  error: command 'x86_64-linux-gnu-gcc' failed: No such file or directory
ERROR: Failed building wheel for lxml
""",
    expected=(
        (2, "no_matching_version", "", 0),
        (3, "no_matching_version", "", 0),
        (4, "dependency_conflict", "", 0),
        (11, "compiler_missing", "", 0),
    ),
    signs=(r"pip install", r"^Collecting \S+", r"^Looking in indexes:"),
    advice={
        "upload_refused": Advice(
            "The index refuses the upload: {message}",
            ("A version cannot be uploaded twice: raise it. 403: check the token or the trusted publisher.",),
            "twine check dist/*",
        ),
        "no_matching_version": Advice(
            "No release fits `{dependency}` on this index, Python and platform.",
            (
                "Check the name and the version; look for a release for this Python (`pip index versions …`).",
                "If it lives on a private index, give its URL and its credentials to the job.",
                "Raise or lower the Python version if the package asks for it.",
            ),
            "pip install '{dependency}'",
        ),
        "dependency_conflict": Advice(
            "Requirements exclude each other: {message}",
            (
                "Loosen one of the version limits, or choose releases that agree.",
                "The lines below it say who asks for what.",
            ),
            "pip install --dry-run -r requirements.txt",
        ),
        "python_version": Advice(
            "The package does not support this Python: {message}",
            ("Use a Python that it supports, or another version of the package.",),
        ),
        "hash_mismatch": Advice(
            "A download does not have the hash that the requirements fix.",
            ("If the package was published anew, renew the hashes after checking why.",),
        ),
        "missing_requirements": Advice(
            "The requirements file is not there: {missing}", ("Check its path and the working directory of the step.",)
        ),
        "invalid_requirement": Advice(
            "A requirement cannot be read: {message}", ("Correct the line in the requirements.",)
        ),
        "externally_managed": Advice(
            "This Python belongs to the operating system, which forbids pip to install into it.",
            ("Create a virtual environment (`python -m venv .venv`) and install there.",),
        ),
        "os_error": Advice(
            "pip could not write what it installs: {message}",
            ("Check permissions, free space and, on Windows, the length of the path.",),
        ),
        "network_error": Advice(
            "The index could not be reached: {message}",
            ("Run again; if it stays, check the index URL, the proxy and the certificates.",),
        ),
        "wrong_wheel": Advice(
            "{dependency} was built for another platform or Python.",
            ("Install the wheel that fits, or build from source.",),
        ),
        "not_installable": Advice(
            "There is nothing here that pip can install: {message}", ("Run it in the folder with pyproject.toml.",)
        ),
        "compiler_missing": Advice(
            "A package has to be compiled, and the compiler is not there: {message}",
            ("Install the compiler and the headers it needs, or a release that has a wheel for this platform.",),
        ),
        "build_backend": Advice(
            "The package's build back end fails: {message}",
            ("Correct `[build-system]` and the package discovery in pyproject.toml.",),
        ),
        "pip_error": Advice("pip stopped: {message}", ("Read the message in full; run the command with -v.",)),
    },
)
