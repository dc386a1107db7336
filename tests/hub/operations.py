"""What the double does for each operation it plays, by the operation's id in GitHub's description."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from .double import NAME, OWNER, Answer, Double, Refused

Values = dict[str, str]
Body = dict[str, Any]


def _body(text: str, kind: str) -> None:
    if not text.strip():
        raise Refused(422, "Validation Failed", [{"resource": kind, "code": "missing_field", "field": "body"}])
    if len(text.encode("utf-16-le")) // 2 > 65_536:
        raise Refused(
            422,
            "Validation Failed",
            [
                {
                    "resource": kind,
                    "code": "unprocessable",
                    "field": "data",
                    "message": "Body is too long (maximum is 65536 characters)",
                }
            ],
        )


def _known(rows: dict[int, Body], key: str) -> Body:
    if int(key) not in rows:
        raise Refused(404, "Not Found")
    return rows[int(key)]


# What a job's token needs in a private repository, by the beginning of an operation's path: for reading and for writing, any of
# them. Source: GitHub's "Permissions required for GitHub Apps".
_NEEDED = (
    ("/repos/{owner}/{repo}/issues/{issue_number}/comments", ("issues", "pull-requests")),
    ("/repos/{owner}/{repo}/issues/comments/{comment_id}", ("issues", "pull-requests")),
    ("/repos/{owner}/{repo}/issues/comments", ("issues", "pull-requests")),
    ("/repos/{owner}/{repo}/activity", ("contents",)),
    ("/repos/{owner}/{repo}/pulls", ("pull-requests",)),
    ("/repos/{owner}/{repo}/compare", ("contents",)),
    ("/repos/{owner}/{repo}/commits/{ref}/check-runs", ("checks",)),
    ("/repos/{owner}/{repo}/check-runs", ("checks",)),
    ("/repos/{owner}/{repo}/actions", ("actions",)),
    ("/repos/{owner}/{repo}/collaborators", ()),
)


def granted(permissions: Mapping[str, str], method: str, template: str) -> bool:
    needed = next((names for start, names in _NEEDED if template.startswith(start)), ())
    enough = ("read", "write") if method == "GET" else ("write",)
    return not needed or any(permissions.get(name) in enough for name in needed)


def repos_get(d: Double, p: Values, q: Values, b: Body) -> Answer:
    made = d.about.example("get", "/repos/{owner}/{repo}")
    for key in ("parent", "source", "template_repository"):
        made.pop(key, None)
    made.update(name=NAME, full_name=f"{OWNER}/{NAME}", url=d.at(), default_branch="main", owner=d.user(OWNER))
    return 200, made


def issues_list_comments(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, [d.comment(c) for c in d.comments.values() if c["issue"] == int(p["issue_number"]) and not c["review"]]


def issues_list_comments_for_repo(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, [d.comment(c) for c in d.comments.values() if not c["review"] and c.get("at", "") >= q.get("since", "")]


def pulls_list_review_comments_for_repo(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, [d.comment(c) for c in d.comments.values() if c["review"] and c.get("at", "") >= q.get("since", "")]


def repos_list_activities(d: Double, p: Values, q: Values, b: Body) -> Answer:
    sample = d.about.example("get", "/repos/{owner}/{repo}/activity")[0]
    rows = [m for m in d.moves if m["repository"] == f"{p['owner']}/{p['repo']}" and m["ref"] == q.get("ref", m["ref"])]
    return 200, [
        {**sample, "id": n, **{k: m[k] for k in ("before", "after", "ref", "timestamp")}} for n, m in enumerate(rows)
    ][::-1]


def issues_create_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _body(b["body"], "IssueComment")
    return 201, d.comment(d.comments[d.say(int(p["issue_number"]), b["body"], d.me)])


def issues_get_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, d.comment(_known(d.comments, p["comment_id"]))


def issues_update_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    found = _known(d.comments, p["comment_id"])
    _body(b["body"], "IssueComment")
    found["body"] = b["body"]
    return 200, d.comment(found)


def issues_delete_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _known(d.comments, p["comment_id"])
    del d.comments[int(p["comment_id"])]
    return 204, None


def pulls_list_review_comments(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, [d.comment(c) for c in d.comments.values() if c["issue"] == int(p["pull_number"]) and c["review"]]


def pulls_create_reply_for_review_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _known(d.comments, p["comment_id"])
    _body(b["body"], "PullRequestReviewComment")
    made = d.comments[d.say(int(p["pull_number"]), b["body"], d.me)]
    made["review"] = True
    return 201, d.comment(made)


def reactions_create_for_issue_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _known(d.comments, p["comment_id"])
    same = [r for r in d.reactions if (r["comment"], r["content"]) == (int(p["comment_id"]), b["content"])]
    if not same:
        d.reactions.append({"comment": int(p["comment_id"]), "id": d.new_id(), "user": d.me, "content": b["content"]})
    made = (same or d.reactions[-1:])[0]
    return 200 if same else 201, _reaction(d, made)


reactions_create_for_pull_request_review_comment = reactions_create_for_issue_comment


def reactions_list_for_issue_comment(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, [_reaction(d, r) for r in d.reactions if r["comment"] == int(p["comment_id"])]


def _reaction(d: Double, r: Body) -> Body:
    return {
        "id": r["id"],
        "node_id": "R_1",
        "user": d.user(r["user"]),
        "content": r["content"],
        "created_at": "2026-01-01T00:00:00Z",
    }


def pulls_get(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _known(d.pulls, p["pull_number"])
    return 200, d.pull_record(int(p["pull_number"]))


def pulls_list(d: Double, p: Values, q: Values, b: Body) -> Answer:
    owner, _, branch = q.get("head", "").partition(":")
    rows = [n for n, mine in d.pulls.items() if mine["state"] == q.get("state", "open")]
    if owner:
        rows = [
            n
            for n in rows
            if (d.pulls[n]["from"] or "").split("/")[0] == owner and d.pulls[n].get("branch", "topic") == branch
        ]
    return 200, [d.pull_record(n, listed=True) for n in rows]


def pulls_list_files(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, d.changed(int(p["pull_number"]))[:3_000]


def repos_compare_commits_with_basehead(d: Double, p: Values, q: Values, b: Body) -> Answer:
    base, head = p["basehead"].split("...")
    made = d.about.example("get", "/repos/{owner}/{repo}/compare/{basehead}")
    fork = made["merge_base_commit"]["sha"] = d.git("merge-base", d.commit(base), d.commit(head)).strip()
    made["status"] = (
        "identical"
        if d.commit(base) == d.commit(head)
        else "ahead"
        if fork == d.commit(base)
        else "behind"
        if fork == d.commit(head)
        else "diverged"
    )
    made["files"] = [
        {**made["files"][0], "filename": path}
        for path in d.git("diff", "--name-only", fork, d.commit(head)).splitlines()
    ]
    return 200, made


def repos_get_collaborator_permission_level(d: Double, p: Values, q: Values, b: Body) -> Answer:
    level = d.permissions.get(p["username"])
    if level is None:
        raise Refused(404, f"{p['username']} is not a user")
    order = ["read", "triage", "write", "maintain", "admin"]
    rank = order.index(level)
    user = d.about.complete({"$ref": "#/components/schemas/nullable-collaborator"}, d.user(p["username"]))
    user["role_name"] = level
    user["permissions"] = {
        "pull": True,
        "triage": rank >= 1,
        "push": rank >= 2,
        "maintain": rank >= 3,
        "admin": rank >= 4,
    }
    return 200, {
        "permission": {"triage": "read", "maintain": "write"}.get(level, level),
        "role_name": level,
        "user": user,
    }


def _check(d: Double, c: Body) -> Body:
    made = d.about.example("post", "/repos/{owner}/{repo}/check-runs", "201")
    made.update(
        id=c["id"],
        external_id=c.get("external_id", ""),
        url=d.at("check-runs", c["id"]),
        name=c["name"],
        head_sha=c["head_sha"],
        status=c.get("status", "queued"),
        conclusion=c.get("conclusion"),
        pull_requests=[],
        html_url=f"https://github.com/{OWNER}/{NAME}/runs/{c['id']}",
    )
    made["output"].update(
        title=c["output"].get("title"),
        summary=c["output"].get("summary"),
        annotations_count=len(d.annotations[c["id"]]),
        annotations_url=d.at("check-runs", c["id"], "annotations"),
    )
    return made


def _take(d: Double, c: Body, b: Body) -> None:
    output = b.get("output") or {}
    for key in ("summary", "text"):
        if len((output.get(key) or "").encode("utf-16-le")) // 2 > 65_535:
            raise Refused(422, "Invalid request.\n\nOnly 65535 characters are allowed; too many were supplied.")
    c.update({key: value for key, value in b.items() if key != "output"})
    c.setdefault("output", {}).update({key: value for key, value in output.items() if key != "annotations"})
    d.annotations.setdefault(c["id"], []).extend(output.get("annotations") or [])


def checks_create(d: Double, p: Values, q: Values, b: Body) -> Answer:
    made: Body = {"id": d.new_id()}
    _take(d, made, b)
    d.checks[made["id"]] = made
    return 201, _check(d, made)


def checks_update(d: Double, p: Values, q: Values, b: Body) -> Answer:
    found = _known(d.checks, p["check_run_id"])
    _take(d, found, b)
    return 200, _check(d, found)


def checks_list_for_ref(d: Double, p: Values, q: Values, b: Body) -> Answer:
    rows = [
        _check(d, c)
        for c in d.checks.values()
        if c["head_sha"] == p["ref"] and q.get("check_name", c["name"]) == c["name"]
    ]
    return 200, {"total_count": len(rows), "check_runs": rows}


def checks_list_annotations(d: Double, p: Values, q: Values, b: Body) -> Answer:
    sample = d.about.component("check-annotation")
    return 200, [{**sample, **a} for a in d.annotations.get(int(p["check_run_id"]), [])]


def actions_get_workflow_run(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, _run(d, _known(d.runs, p["run_id"]))


def _run(d: Double, r: Body) -> Body:
    made = d.about.example("get", "/repos/{owner}/{repo}/actions/runs/{run_id}")
    made.update(
        id=r["id"],
        url=d.at("actions/runs", r["id"]),
        workflow_id=r.get("workflow", 5),
        conclusion=r.get("conclusion", "failure"),
        status="completed",
    )
    made.update(head_sha=r.get("sha", made["head_sha"]))
    return made


def actions_list_workflow_runs(d: Double, p: Values, q: Values, b: Body) -> Answer:
    rows = [
        _run(d, r)
        for r in d.runs.values()
        if q.get("status") in (r.get("conclusion", "failure"), "completed")
        and r.get("branch", "main") == q.get("branch")
    ]
    return 200, {"total_count": len(rows), "workflow_runs": rows[::-1]}


def actions_list_workflow_runs_for_repo(d: Double, p: Values, q: Values, b: Body) -> Answer:
    rows = [
        _run(d, r)
        for r in d.runs.values()
        if r.get("conclusion", "failure") == q.get("status") and r.get("sha") == q.get("head_sha")
    ]
    return 200, {"total_count": len(rows), "workflow_runs": rows[::-1]}


def actions_list_jobs_for_workflow_run_attempt(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 200, _jobs(d, int(p["run_id"]), int(p["attempt_number"]))


def actions_list_jobs_for_workflow_run(d: Double, p: Values, q: Values, b: Body) -> Answer:
    run = int(p["run_id"])
    return 200, _jobs(d, run, max((job.get("attempt", 1) for job in d.jobs.values() if job["run"] == run), default=1))


def actions_download_workflow_run_logs(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 302, None, {"Location": f"{d.storage}/_file/run-{p['run_id']}-1?sig=x"}


def _jobs(d: Double, run: int, attempt: int) -> Body:
    example = d.about.example("get", "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs")["jobs"][0]
    rows = []
    for job in d.jobs.values():
        if (job["run"], job.get("attempt", 1)) == (run, attempt):
            made = copy.deepcopy(example)
            steps = [
                {**copy.deepcopy(example["steps"][0]), "number": n, "name": name, "conclusion": end}
                for n, (name, end) in enumerate(job["steps"], 1)
            ]
            made.update(
                id=job["id"],
                run_id=run,
                url=d.at("actions/jobs", job["id"]),
                name=job["name"],
                conclusion=job["conclusion"],
                steps=steps,
            )
            rows.append(made)
    return {"total_count": len(rows), "jobs": rows}


def actions_download_job_logs_for_workflow_run(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _known(d.jobs, p["job_id"])
    return 302, None, {"Location": f"{d.storage}/_file/job-{p['job_id']}?sig=x"}


def actions_download_workflow_run_attempt_logs(d: Double, p: Values, q: Values, b: Body) -> Answer:
    return 302, None, {"Location": f"{d.storage}/_file/run-{p['run_id']}-{p['attempt_number']}?sig=x"}


def actions_list_workflow_run_artifacts(d: Double, p: Values, q: Values, b: Body) -> Answer:
    sample = d.about.example("get", "/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts")["artifacts"][0]
    rows = [
        {**sample, "id": a["id"], "name": a["name"], "size_in_bytes": a["size"], "expired": a.get("expired", False)}
        for a in d.artifacts.values()
        if a["run"] == int(p["run_id"]) and q.get("name", a["name"]) == a["name"]
    ]
    return 200, {"total_count": len(rows), "artifacts": rows}


def actions_download_artifact(d: Double, p: Values, q: Values, b: Body) -> Answer:
    _known(d.artifacts, p["artifact_id"])
    return 302, None, {"Location": f"{d.storage}/_file/artifact-{p['artifact_id']}?sig=x"}


def apps_create_installation_access_token(d: Double, p: Values, q: Values, b: Body) -> Answer:
    made = {"token": "ghs_" + "i" * 36, "expires_at": "2030-01-01T00:00:00Z"}
    return 201, made
