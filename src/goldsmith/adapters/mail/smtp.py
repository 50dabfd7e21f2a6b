"""Mail through an SMTP server (RFC 5321), encrypted unless the settings say otherwise."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from typing import NoReturn

from goldsmith.errors import ConfigurationError, IncompleteError, InputError
from goldsmith.records.mailing import Letter
from goldsmith.records.person import MailSettings
from goldsmith.text.redaction import LEAST, Secrets

TIMEOUT_S = 20.0
_AT_HOME = frozenset({"localhost", "127.0.0.1", "::1"})
_STAMP = "%Y-%m-%dT%H:%M:%SZ"
_LONGEST_SUBJECT = 200
_LONGEST_TOLD = 200


class SmtpMailer:
    """One connection to the server of the settings, opened with the first letter and opened again where it broke."""

    def __init__(self, settings: MailSettings, password: str | None = None, *, timeout_s: float = TIMEOUT_S) -> None:
        """Raises ConfigurationError for settings with which nothing may be sent."""
        self._settings = settings
        self._password = password
        self._timeout_s = timeout_s
        self._server: smtplib.SMTP | None = None
        self._hidden = Secrets()
        # A shorter one stands in many a text by chance: then nothing of what the server says is told (`_words`).
        self._tells = password is None or len(password.strip()) >= LEAST
        if password is not None and self._tells:
            self._hidden.add(password, "password")
        self._sender = _address(settings.sender, "the sender of [workbench.mail]")
        if settings.security == "none" and password is not None and settings.host not in _AT_HOME:
            message = f"the password would go to {settings.host} in the clear"
            raise ConfigurationError(message, next_step='set security = "starttls" or "tls" under [workbench.mail]')

    def send(self, letter: Letter, /) -> None:
        """Hand over one letter. Raises InputError, ConfigurationError, IncompleteError."""
        message = self._message(letter)
        try:
            server = self._connected()
            server.send_message(message, from_addr=self._sender.addr_spec, to_addrs=[letter.to])
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            with suppress(smtplib.SMTPException, OSError):
                self._connected().rset()
            self._refused(letter.to, code, words)
        except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
            self._drop()
            self._not_let_in(f"the mail server refuses the letter: {self._words(error.smtp_code, error.smtp_error)}")
        except (smtplib.SMTPException, OSError) as error:
            # A line that broke after the last word may have delivered it: better twice than never.
            self._drop()
            place = f"{self._settings.host}:{self._settings.port}"
            told = f"the mail server {place} broke off: {self._why(error)}"
            raise IncompleteError(
                told, next_step="run the same command again: who was told today is not told twice"
            ) from error

    def close(self) -> None:
        """Say goodbye."""
        server, self._server = self._server, None
        if server is not None:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()

    def _connected(self) -> smtplib.SMTP:
        if self._server is not None:
            return self._server
        settings, context = self._settings, ssl.create_default_context()
        server: smtplib.SMTP
        if settings.security == "tls":
            server = smtplib.SMTP_SSL(settings.host, settings.port, timeout=self._timeout_s, context=context)
        else:
            server = smtplib.SMTP(settings.host, settings.port, timeout=self._timeout_s)
        try:
            if settings.security == "starttls":
                server.starttls(context=context)
            if settings.user is not None:
                server.login(settings.user, self._password or "")
        except smtplib.SMTPAuthenticationError as error:
            server.close()
            told = self._words(error.smtp_code, error.smtp_error)
            self._not_let_in(f"the mail server does not take this user and password: {told}")
        except UnicodeEncodeError:
            server.close()
            self._not_let_in("the user or the password holds characters beyond ASCII, and SMTP sends none of them")
        except smtplib.SMTPNotSupportedError as error:
            server.close()
            self._not_let_in(f"the mail server cannot do what [workbench.mail] asks for: {error}")
        except BaseException:
            server.close()
            raise
        self._server = server
        return server

    def _drop(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def _message(self, letter: Letter) -> EmailMessage:
        to = _address(letter.to, "the address of a person")
        subject = letter.subject
        if not subject or len(subject) > _LONGEST_SUBJECT or not subject.isprintable():
            message = f"{subject[:60]!r} cannot be the subject of a mail"
            raise InputError(message, next_step="use one line of up to 200 printable characters")
        held = EmailMessage(policy=SMTP)
        held["From"] = self._sender
        held["To"] = to
        held["Subject"] = subject
        held["Date"] = format_datetime(datetime.strptime(letter.at, _STAMP).replace(tzinfo=UTC))
        held["Message-ID"] = make_msgid(domain=self._sender.domain)
        # Programs that answer mail by themselves leave it alone (RFC 3834).
        held["Auto-Submitted"] = "auto-generated"
        held.set_content(letter.text)
        return held

    def _refused(self, to: str, code: int, words: bytes) -> NoReturn:
        message = f"the mail server refuses the address {to}: {self._words(code, words)}"
        raise InputError(message, next_step="mend `email` of this person in goldsmith.toml") from None

    def _why(self, error: Exception) -> str:
        if isinstance(error, smtplib.SMTPResponseException):
            return self._words(error.smtp_code, error.smtp_error)
        # What the line itself did is in words of this machine.
        return self._clean(str(error)) if isinstance(error, smtplib.SMTPException) else str(error)[:_LONGEST_TOLD]

    def _words(self, code: int, words: bytes | str) -> str:
        """Return what the server said, without the password: some repeat what they were sent."""
        told = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
        return f"{code} {self._clean(told)}".rstrip()

    def _clean(self, told: str) -> str:
        if not self._tells:
            return ""
        # Before the blanks are made alike, and after: a password may hold some.
        once = self._hidden.redact(told)
        return self._hidden.redact(" ".join(once.split()))[:_LONGEST_TOLD]

    def _not_let_in(self, message: str) -> NoReturn:
        raise ConfigurationError(message, next_step="mend [workbench.mail] in goldsmith.toml") from None


def _address(text: str, what: str) -> Address:
    """Return an address. Raises InputError for what is none: a line end in it would begin another header."""
    found = None
    if text.isascii() and text.isprintable() and " " not in text:
        with suppress(ValueError, HeaderParseError, IndexError):
            found = Address(addr_spec=text)
    if found is None or not found.username or not found.domain:
        message = f"{what} is no mail address: {text[:80]!r}"
        raise InputError(message, next_step="write it as name@example.org in goldsmith.toml")
    return found
