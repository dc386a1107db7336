"""The surfaces that a forge offers: the comment of a pull request, and a check run."""

from __future__ import annotations

from ..forge import MISSING, Forge, ForgeError
from ..model import limits
from ..model.publication import CHECK, COMMENT, Document, Posted, Published
from ..model.record import NamedTuple
from ..redact import redact, without_addresses
from .document import Marker, fitted
from .sticky import HIDE, LEAVE, RECREATE, SHRINK, UPDATE, CommentPlan, plan


class CommentSurface(NamedTuple):
    """The one comment of a key on a pull request. mode: of `sticky.MODES`. footer: what stands below everything."""

    forge: Forge
    number: int
    mark: Marker
    mode: str
    secrets: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return COMMENT

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        if not self.number:
            return Published(COMMENT, False, "there is no pull request to comment on")
        if document.silent:
            text, whole = fitted(
                document._replace(sections=()), limits.COMMENT, self.mark, "", self.secrets, strangers=True
            )
        else:
            text, whole = fitted(document, limits.COMMENT, self.mark, elsewhere, self.secrets, strangers=True)
        try:
            chosen = plan(
                self.forge.comments(self.number),
                self.forge.logins(),
                self.mark,
                text,
                self.forge.pull(self.number).head_sha,
                self.mode,
                document.silent,
            )
            posted = self._act(chosen, text)
        except ForgeError as error:
            return Published(COMMENT, False, redact(error.told, self.secrets))
        if posted is None:
            return Published(COMMENT, True)
        return Published(COMMENT, whole, url=posted.url, id=posted.id)

    def _act(self, chosen: CommentPlan, text: str) -> Posted | None:
        old = chosen.posted
        if chosen.act == LEAVE:
            posted = old
        elif old is not None and chosen.act in (UPDATE, SHRINK):
            posted = self._edited(old, text)
        else:
            posted = self._created(text)
            if old is not None:
                self._retire(chosen.act, old)
        for other in chosen.others:
            self._retire(chosen.act if chosen.act == HIDE else RECREATE, other)
        return posted

    def _created(self, text: str) -> Posted:
        return self.forge.create_comment(self.number, text, text.partition("\n")[0])

    def _edited(self, old: Posted, text: str) -> Posted:
        try:
            return self.forge.edit_comment(old.id, text)
        except ForgeError as error:
            if error.kind != MISSING:
                raise
        return self._created(text)  # somebody deleted it just now

    def _retire(self, act: str, old: Posted) -> None:
        """After the new one stands, so that nothing is lost in between; an old one that stays is no fault."""
        try:
            if act == RECREATE:
                self.forge.delete_comment(old.id)
            elif act == HIDE:
                self.forge.edit_comment(old.id, old.body.partition("\n")[2] or "outdated")  # no longer ours to find
                self.forge.hide_comment(old.id)
        except ForgeError:
            return


class CheckSurface(NamedTuple):
    forge: Forge
    check: str
    head_sha: str
    secrets: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return CHECK

    def publish(self, document: Document, elsewhere: str, /) -> Published:
        text, whole = fitted(document, limits.CHECK_TEXT, None, elsewhere, self.secrets, strangers=True)
        notes = [
            a._replace(
                message=without_addresses(redact(a.message, self.secrets)),
                title=without_addresses(redact(a.title, self.secrets)),
            )
            for a in document.annotations
        ]
        try:
            id_, url = self.forge.check(self.check, self.head_sha, document.conclusion, document.title, text, notes)
        except ForgeError as error:
            return Published(CHECK, False, redact(error.told, self.secrets))
        return Published(CHECK, whole, url=url, id=id_)
