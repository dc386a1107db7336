"""requirements.action.lock -> a bill of materials in CycloneDX 1.6, on standard output: what a job of the Action installs, by hashes.

The lock tells name, version, hashes and markers of each; nothing is asked of a network, and the same lock gives the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_PIN = re.compile(r"([A-Za-z0-9][\w.-]*)==([\w.!+-]+)(?: *; *([^\\]+?))? *\\?")
_HASH = re.compile(r" +--hash=sha256:([0-9a-f]{64})(?: \\)?")


def components(lock: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in lock.splitlines():
        if pin := _PIN.fullmatch(line):
            name, version, marker = pin.groups()
            of = f"pkg:pypi/{re.sub(r'[-_.]+', '-', name).lower()}@{version}"
            found.append({"type": "library", "bom-ref": of, "name": name, "version": version, "purl": of, "properties": []})
            if marker:
                found[-1]["properties"].append({"name": "flowscout:marker", "value": marker})
        elif found and (digest := _HASH.fullmatch(line)):
            found[-1]["properties"].append({"name": "flowscout:sha256", "value": digest[1]})
    return found


def bill(root: Path) -> dict[str, Any]:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = re.findall(r'(?m)^__version__ = "([^"]+)"', (root / "src/flowscout/__init__.py").read_text(encoding="utf-8"))[0]
    parts = components((root / "requirements.action.lock").read_text(encoding="utf-8"))
    of = f"pkg:pypi/{project['name']}@{version}"
    licenses = [{"license": {"id": project["license"]}}]
    ours = {"type": "application", "bom-ref": of, "name": project["name"], "version": version, "purl": of, "licenses": licenses}
    dependencies = [{"ref": of, "dependsOn": sorted(part["bom-ref"] for part in parts)}]
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": {"component": ours}, "components": parts, "dependencies": dependencies}


if __name__ == "__main__":
    json.dump(bill(ROOT), sys.stdout, indent=1)
    sys.stdout.write("\n")
