"""Mail goes to a server that is there, in the words of the letter, and each refusal says what to mend."""

from __future__ import annotations

import base64
import ssl
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from goldsmith.adapters.mail.smtp import SmtpMailer
from goldsmith.errors import ConfigurationError, IncompleteError, InputError
from goldsmith.records.mailing import Letter
from goldsmith.records.person import MailSettings
from goldsmith.wiring.mail import open_mailer
from tests.adapters.http.test_certificates import written
from tests.adapters.mail.smtp_server import Script, serving

LETTER = Letter(
    to="ana@example.org", subject="3 cases wait for you", text="3 cases wait for you:\n\n.\nЖдут.\n",
    at="2026-09-08T12:00:00Z",
)  # fmt: skip
WORD, VARIABLE = "p", "MAIL_PASSWORD"


@pytest.fixture
def script() -> Iterator[Script]:
    """Return the script of a server that takes everything."""
    with serving(Script()) as served:
        yield served


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an authority and a server of it."""
    made = tmp_path_factory.mktemp("mail")
    written(made, "server", written(made, "authority"))
    return made


def settings_for(script: Script, **given: Any) -> MailSettings:
    plain = MailSettings(host="127.0.0.1", sender="workbench@example.org", port=script.port, security="none")
    return replace(plain, **given)


def context_of(certificates: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificates / "server.pem", certificates / "server.key")
    return context


def test_a_letter_arrives_as_it_was_written(script: Script) -> None:
    mailer = SmtpMailer(settings_for(script))
    mailer.send(LETTER)
    mailer.close()
    ((to, text),) = script.letters
    message = message_from_bytes(text.replace(b"\r\n..", b"\r\n."), policy=default)

    assert to == "ana@example.org"
    assert {name: message[name] for name in ("From", "To", "Subject", "Date", "Auto-Submitted")} == {
        "From": "workbench@example.org",
        "To": "ana@example.org",
        "Subject": "3 cases wait for you",
        "Date": "Tue, 08 Sep 2026 12:00:00 +0000",
        "Auto-Submitted": "auto-generated",
    }
    assert message.get_content_type() == "text/plain"
    assert message.get_content().replace("\r\n", "\n") == LETTER.text
    assert message["Message-ID"].endswith("@example.org>")
    assert script.verbs[-1] == "QUIT"


def test_many_letters_go_through_one_connection(script: Script) -> None:
    mailer = SmtpMailer(settings_for(script))
    for name in ("ana", "ben", "cleo"):
        mailer.send(replace(LETTER, to=f"{name}@example.org"))
    mailer.close()

    assert script.verbs.count("EHLO") == 1
    assert [to for to, _ in script.letters] == ["ana@example.org", "ben@example.org", "cleo@example.org"]


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_the_line_is_encrypted_and_the_certificate_is_looked_at(
    security: str, certificates: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Script(tls=context_of(certificates), password=WORD), tls_from_the_start=security == "tls") as script:
        settings = settings_for(script, security=security, user="workbench")
        mailer = SmtpMailer(settings, WORD)
        with pytest.raises(IncompleteError, match="certificate verify failed"):
            mailer.send(LETTER)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificates / "authority.pem"))
        mailer.send(LETTER)
        mailer.close()

    assert len(script.letters) == 1
    assert ("STARTTLS" in script.verbs) == (security == "starttls")


def test_a_server_without_encryption_gets_no_letter(script: Script) -> None:
    with pytest.raises(ConfigurationError, match="cannot do what"):
        SmtpMailer(settings_for(script, security="starttls")).send(LETTER)
    assert script.letters == []


def test_a_wrong_password_is_told_without_the_password(script: Script) -> None:
    script.password = WORD
    with pytest.raises(ConfigurationError, match=r"535 5\.7\.8 wrong user or password") as refused:
        SmtpMailer(settings_for(script, user="workbench"), "s3cret").send(LETTER)
    assert "s3cret" not in str(refused.value)
    assert script.letters == []


@pytest.mark.parametrize(
    "wrong", ["535 no: {given}", "535 you said {password}", "535 {alone}", "535-so:\r\n535 {alone}"]
)
@pytest.mark.parametrize("password", ["s3cret-word", "s3 cr  et", "abc"])
def test_a_server_that_repeats_the_password_is_not_repeated(script: Script, wrong: str, password: str) -> None:
    script.password, script.wrong = WORD, wrong
    with pytest.raises(ConfigurationError, match=r"does not take this user and password: 535") as refused:
        SmtpMailer(settings_for(script, user="workbench"), password).send(LETTER)
    alone = base64.b64encode(password.encode()).decode()
    whole = base64.b64encode(f"\0workbench\0{password}".encode()).decode()

    assert [form for form in (password, " ".join(password.split()), alone, whole) if form in str(refused.value)] == []


def test_a_password_that_smtp_cannot_send_is_told_without_it(script: Script) -> None:
    with pytest.raises(ConfigurationError, match="characters beyond ASCII") as refused:
        SmtpMailer(settings_for(script, user="workbench"), "zwölf").send(LETTER)
    assert "zw" not in str(refused.value)


def test_a_password_in_any_other_answer_of_the_server_is_not_repeated(script: Script) -> None:
    script.greets = "501 who says s3cret-word?"
    with pytest.raises(IncompleteError, match=r"broke off: 501 who says \[secret password\]\?") as refused:
        SmtpMailer(settings_for(script, user="workbench"), "s3cret-word").send(LETTER)
    assert "s3cret" not in str(refused.value)


def test_a_refused_recipient_keeps_nobody_else_from_their_letter(script: Script) -> None:
    script.refuses = frozenset({"ben@example.org"})
    mailer = SmtpMailer(settings_for(script))
    with pytest.raises(InputError, match=r"refuses the address ben@example.org: 550 5.1.1 no such mailbox"):
        mailer.send(replace(LETTER, to="ben@example.org"))
    mailer.send(LETTER)
    mailer.close()

    assert [to for to, _ in script.letters] == ["ana@example.org"]


@pytest.mark.parametrize("verb", ["EHLO", "MAIL", "RCPT", "DATA"])
def test_a_line_that_breaks_is_told_and_the_next_letter_opens_another(script: Script, verb: str) -> None:
    script.breaks.append(verb)
    mailer = SmtpMailer(settings_for(script))
    with pytest.raises(IncompleteError, match="broke off"):
        mailer.send(LETTER)
    mailer.send(LETTER)
    mailer.close()

    assert len(script.letters) == 1


def test_a_server_that_is_not_there_is_told() -> None:
    with serving(Script()) as script:
        gone = settings_for(script)
    with pytest.raises(IncompleteError, match=rf"the mail server 127.0.0.1:{gone.port} broke off"):
        SmtpMailer(gone, timeout_s=2).send(LETTER)


@pytest.mark.parametrize(
    "to",
    ["ana@example.org\r\nBcc: all@example.org", "ana@example.org\n", "ana", "@example.org", "a b@example.org",
     "ana@example.org, ben@example.org", "Ana <ana@example.org>", "аня@example.org", ""],
)  # fmt: skip
def test_what_is_no_address_opens_no_connection(script: Script, to: str) -> None:
    with pytest.raises(InputError, match="no mail address"):
        SmtpMailer(settings_for(script)).send(replace(LETTER, to=to))
    assert script.verbs == []


@pytest.mark.parametrize("subject", ["a\r\nBcc: all@example.org", "a\nb", "", "x" * 201, "a\u202eb"])
def test_a_subject_cannot_begin_another_header(script: Script, subject: str) -> None:
    with pytest.raises(InputError, match="cannot be the subject"):
        SmtpMailer(settings_for(script)).send(replace(LETTER, subject=subject))
    assert script.verbs == []


def test_a_password_never_leaves_this_machine_in_the_clear() -> None:
    settings = MailSettings(host="mail.example.org", sender="w@example.org", security="none", user="w")
    with pytest.raises(ConfigurationError, match="in the clear"):
        SmtpMailer(settings, "p")


def test_the_sender_is_an_address_too() -> None:
    with pytest.raises(InputError, match="sender of"):
        SmtpMailer(MailSettings(host="127.0.0.1", sender="workbench"))


def test_the_password_comes_from_the_environment(script: Script) -> None:
    script.password = WORD
    settings = settings_for(script, user="workbench", password_env=VARIABLE)
    mailer = open_mailer(settings, {VARIABLE: WORD})
    mailer.send(LETTER)
    mailer.close()

    assert len(script.letters) == 1
    with pytest.raises(ConfigurationError, match=VARIABLE):
        open_mailer(settings, {})
    with pytest.raises(ConfigurationError, match="no mail server is configured"):
        open_mailer(None, {})
