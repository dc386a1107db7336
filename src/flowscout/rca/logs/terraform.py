"""Terraform, OpenTofu, Terragrunt, Ansible, Helm, kubectl, Pulumi, CloudFormation, the clouds' command lines.

Terraform draws a box: `│ Error: text`, `│   on main.tf line 12, in resource "x" "y":`, the source, the explanation. Ansible: `fatal: [host]: FAILED! => {…}` under
`TASK [name]`. Helm: `Error: INSTALLATION FAILED: text`. kubectl: `error: …`, `Error from server (NotFound): …`.
Form: Terraform's diagnostics, Ansible's default callback.
"""

from __future__ import annotations

from typing import Final

from flowscout.model.logformat import CONSEQUENCE, NOISE, SUCCESS, Advice, LogFormat, Pattern

_ON = (r"^[│|]?\s+(?:on|with) (?P<file>[^\s,]+\.(?:tf|tofu|tfvars|hcl|json)) line (?P<line>\d+)", -6)
_BOX = r"^[│|]|^\s+\S"

PLUGIN: Final = LogFormat(
    name="terraform",
    languages=("hcl", "yaml"),
    patterns=(
        Pattern(
            "ansible_ignored",
            "build_script",
            r"^(?:\[ERROR\]: Task failed|(?:fatal|failed): \[)",
            ("[ERROR]: ", "fatal: [", "failed: ["),
            then=((r"^\.\.\.ignoring$", 14),),
            role=NOISE,
        ),
        Pattern(
            "state_locked",
            "infrastructure",
            r"^[│|]?\s*Error: (?P<message>(?:Error locking state: )?Error acquiring the state lock.*)",
            ("state lock",),
            more=_BOX,
            weight=1,
        ),
        Pattern(
            "missing_credentials",
            "authentication",
            r"^[│|]?\s*Error: (?P<message>(?:(?:configuring Terraform AWS Provider: )?.*[Nn]o valid credential sources.*|.*could not find default credentials.*|building (?:AzureRM|account).*|.*(?:AccessDenied|UnauthorizedOperation|not authorized to perform|InvalidClientTokenId|ExpiredToken).*|.*Error 403.*))",
            (
                "redential",
                "AccessDenied",
                "nauthorized",
                "not authorized",
                "InvalidClientTokenId",
                "ExpiredToken",
                "Error 403",
                "AzureRM",
            ),
            then=(_ON,),
            more=_BOX,
            weight=1,
        ),
        Pattern(
            "provider_error",
            "dependency_resolution",
            r"^[│|]?\s*Error: (?P<message>(?:Failed to (?:query available provider packages|install provider|download module|read module directory)|Invalid provider registry host|Inconsistent dependency lock file|Module not installed|Module version requirements|Required plugins are not installed|Could not load plugin).*)",
            ("Error: ",),
            then=(_ON,),
            more=_BOX,
            weight=1,
        ),
        Pattern(
            "version_mismatch",
            "version_mismatch",
            r"^[│|]?\s*Error: (?P<message>Unsupported Terraform Core version.*)",
            ("Unsupported Terraform Core",),
            then=(_ON,),
            more=_BOX,
            weight=1,
        ),
        Pattern(
            "unset_variable",
            "configuration",
            r"^[│|]?\s*Error: (?P<message>(?:No value for required variable|Reference to undeclared .*|Invalid value for (?:input )?variable).*)",
            ("Error: ",),
            then=(_ON,),
            more=_BOX,
            weight=1,
        ),
        Pattern(
            "configuration_error",
            "configuration",
            r"^[│|] Error: (?P<message>.+)",
            ("Error: ",),
            then=(_ON,),
            more=_BOX,
            weight=1,
        ),
        Pattern(
            "configuration_error",
            "configuration",
            r"^Error: (?P<message>.+)",
            ("Error: ",),
            then=((_ON[0], 6),),
            more=_BOX,
            weight=1,
        ),
        Pattern("unformatted", "format_check", r"^(?P<file>[\w./-]+\.(?:tf|tfvars|hcl))$", (".tf", ".hcl"), weight=-1),
        Pattern(
            "configuration_error",
            "deployment",
            r"^(?:[│|]\s*)?Error: (?P<message>(?:creating|updating|deleting|reading|waiting for|modifying|putting|describing|error (?:creating|updating|deleting|reading)) .+)",
            ("Error: ",),
            weight=0,
        ),
        Pattern(
            "ansible_task",
            "build_script",
            r"^(?:fatal|failed): \[(?P<host>[^\]]+)\](?:: (?P<outcome>FAILED!|UNREACHABLE!))? .*?(?:\"(?:msg|stderr)\": ?\"(?P<message>[^\"]{3,600}))?",
            ("fatal: [", "failed: ["),
            above=(r"^TASK \[(?P<task>[^\]]+)\]", 40),
            weight=1,
        ),
        Pattern(
            "ansible_task",
            "build_script",
            r"^\[ERROR\]: (?P<message>Task failed: .+)",
            ("[ERROR]: ",),
            then=((r"^Origin: (?P<file>[^\s:]+):(?P<line>\d+):(?P<column>\d+)", -12),),
            weight=1,
        ),
        Pattern(
            "ansible_error",
            "configuration",
            r"^(?:\[?ERROR\]?[!:]) (?P<message>(?:couldn't resolve module|the (?:role|playbook|field|file)|We were unable|Syntax Error|Unexpected|'.*' is not a valid|conflicting action|no (?:action|module)|No config|Unable to).*)",
            ("ERROR! ", "ERROR: ", "[ERROR]"),
            then=(
                (r"^(?:The error appears to be in|Origin:) '?(?P<file>[^'\s:]+)'?[:,]? ?(?:line )?(?P<line>\d+)?", -6),
            ),
            more=r"^\s+\S|^$|^The |^Origin|^Syntax",
            weight=1,
        ),
        Pattern(
            "ansible_passed",
            "unknown",
            r"^\S+\s+: ok=\d+ .*unreachable=0 +failed=0",
            ("failed=0",),
            role=SUCCESS,
            severity="info",
            weight=1,
        ),
        Pattern(
            "ansible_recap",
            "build_script",
            r"^\S+\s+: ok=\d+ .*(?:failed=[1-9]|unreachable=[1-9])",
            ("failed=", "unreachable="),
            role=CONSEQUENCE,
            weight=1,
        ),
        Pattern(
            "lint_violation",
            "lint_failure",
            r"^(?P<file>[^\s:]+\.ya?ml):(?P<line>\d+):(?:(?P<column>\d+):?)? (?P<message>\[?(?P<code>[\w\[\]-]+)\]?: .+)",
            (".yml:", ".yaml:"),
            weight=0,
        ),
        Pattern(
            "helm_error",
            "deployment",
            r"^(?:Error|ERROR): (?P<message>(?:INSTALLATION FAILED|UPGRADE FAILED|template: \S+|parse error at|YAML parse error on|execution error at|chart requires|unable to build kubernetes objects|release: not found|Chart\.yaml file is missing|values don't meet the specifications|found in Chart\.yaml, but missing|failed (?:to download|pre-install|post-install|pre-upgrade)|cannot re-use a name|timed out waiting|repo \S+ not found|\d+ chart\(s\) linted, [1-9]).*)",
            ("Error: ", "ERROR: "),
            weight=1,
        ),
        Pattern(
            "kubectl_error",
            "deployment",
            r"^(?:E\d{4} .*\] )?(?P<message>(?:Error from server(?: \((?P<code>\w+)\))?: .+|error: (?:unable to (?:connect|recognize|decode|read)|timed out waiting for the condition|no (?:objects|context|configuration)|error (?:validating|parsing)|deployment \".*\" exceeded its progress|the server doesn't have|You must be logged in|resource mapping not found).*|The connection to the server \S+ was refused.*|Unable to connect to the server: .*))",
            ("Error from server", "error: ", "connection to the server", "Unable to connect to the server"),
            weight=1,
        ),
        Pattern(
            "pod_error",
            "deployment",
            r"(?P<message>\b(?:CrashLoopBackOff|ImagePullBackOff|ErrImagePull|CreateContainerConfigError|OOMKilled|FailedScheduling|FailedMount)\b.*)",
            ("BackOff", "ErrImagePull", "CreateContainerConfigError", "OOMKilled", "FailedScheduling", "FailedMount"),
            weight=0,
        ),
        Pattern(
            "pulumi_error",
            "deployment",
            r"^\s*error: (?P<message>(?:update failed|preview failed|resource .* already exists|no (?:stack|Pulumi)|Missing required configuration|.*plugin .*|Running program '.*' failed).*)",
            ("error: ",),
            weight=0,
        ),
        Pattern(
            "stack_failed",
            "deployment",
            r"^(?P<message>(?:.*\b(?:CREATE_FAILED|UPDATE_FAILED|ROLLBACK_IN_PROGRESS)\b.{0,20}\|.*|.*failed: (?:Error: )?The stack named \S+ failed.*|An error occurred \((?P<code>\w+)\) when calling the (?P<call>\w+) operation.*|ERROR: \(gcloud\.[\w.-]+\) .*|(?:ERROR: )?(?:Deployment|InvalidTemplate|ResourceNotFound|AuthorizationFailed)\w*: .*))",
            (
                "_FAILED",
                "ROLLBACK",
                "failed: ",
                "An error occurred (",
                "ERROR: (gcloud",
                "Deployment",
                "InvalidTemplate",
                "ResourceNotFound",
                "AuthorizationFailed",
            ),
            weight=0,
        ),
        Pattern(
            "exit",
            "deployment",
            r"^Error: Terraform exited with code [1-9]\d*\.|^time=\S+ level=error msg=.*exit status|^Planning failed\. Terraform|^Terraform planned .* but",
            ("Terraform exited", "level=error", "Planning failed"),
            role=CONSEQUENCE,
        ),
        Pattern(
            "passed",
            "unknown",
            r"^(?:Success! The configuration is valid|Terraform has been successfully initialized|Apply complete!|No changes\. |\d+ chart\(s\) linted, 0 chart)",
            ("Success!", "successfully initialized", "Apply complete!", "No changes.", "linted, 0"),
            role=SUCCESS,
            severity="info",
        ),
    ),
    sample="""
│ Error: Reference to undeclared input variable
│
│   on main.tf line 12, in resource "aws_s3_bucket" "b":
│   12:   bucket = var.nam
TASK [install nginx] ***********
fatal: [web1]: FAILED! => {"changed": false, "msg": "No package matching 'ngnix' is available"}
web1 : ok=2 changed=0 unreachable=0 failed=1
Error: INSTALLATION FAILED: template: app/templates/d.yaml:9:20: executing "d.yaml" at <.Values.x.y>: nil pointer
Error from server (NotFound): deployments.apps "web" not found
""",
    expected=(
        (1, "unset_variable", "main.tf", 12),
        (6, "ansible_task", "", 0),
        (8, "helm_error", "", 0),
        (9, "kubectl_error", "", 0),
    ),
    signs=(
        r"^Terraform used the selected providers",
        r"^Initializing provider plugins",
        r"^PLAY \[",
        r"\bhelm (?:install|upgrade|lint)",
    ),
    advice={
        "configuration_error": Advice(
            "Terraform stops at {file}:{line}: {message}", ("Correct the block there.",), "terraform validate"
        ),
        "unset_variable": Advice(
            "{message} ({file}:{line})",
            ("Declare the variable, or give its value (`TF_VAR_…`).",),
            "terraform validate",
        ),
        "provider_error": Advice(
            "A provider or module cannot be had: {message}",
            ("Check source and version, run `terraform init -upgrade`, and commit the lock file for every platform.",),
            "terraform init",
        ),
        "version_mismatch": Advice(
            "This Terraform does not fit `required_version`.", ("Install the version asked for.",), "terraform version"
        ),
        "missing_credentials": Advice(
            "The cloud refuses: {message}", ("Give the job credentials with the right role; forks get none.",)
        ),
        "state_locked": Advice("Another run holds the state.", ("Wait for it; if it died, `terraform force-unlock`.",)),
        "unformatted": Advice(
            "{file} is not formatted.", ("Run `terraform fmt` and commit.",), "terraform fmt -check -diff"
        ),
        "ansible_task": Advice("The task {task} fails on {host}: {message}", ("Correct the task or the host.",)),
        "ansible_error": Advice(
            "Ansible cannot start: {message}", ("Correct {file}:{line}.",), "ansible-playbook --syntax-check"
        ),
        "lint_violation": Advice("{code} at {file}:{line}: {message}", ()),
        "helm_error": Advice("Helm: {message}", ("Correct the template or the values.",), "helm template ."),
        "kubectl_error": Advice(
            "Kubernetes refuses: {message}", ("Check the context, the manifest and the rights of the account.",)
        ),
        "pod_error": Advice("A pod does not run: {message}", ("`kubectl describe pod` and its log say why.",)),
        "pulumi_error": Advice("Pulumi: {message}", ("Look at the resource above.",)),
        "stack_failed": Advice("The deployment failed: {message}", ("The first failed resource says why.",)),
    },
)
