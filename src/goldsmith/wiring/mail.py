"""The mail server of a project."""

from __future__ import annotations

import os
from collections.abc import Mapping

from goldsmith.adapters.mail.smtp import SmtpMailer
from goldsmith.errors import ConfigurationError
from goldsmith.ports.mail import Mailer
from goldsmith.records.person import MailSettings


def open_mailer(settings: MailSettings | None, environment: Mapping[str, str] | None = None) -> Mailer:
    """Return what sends mail as ``[workbench.mail]`` says; nothing is connected yet.

    Raises ConfigurationError where there is no such section, and where the variable with the password is not set.
    """
    if settings is None:
        message = "no mail server is configured"
        raise ConfigurationError(message, next_step="write [workbench.mail] with host and sender into goldsmith.toml")
    variables = os.environ if environment is None else environment
    if settings.password_env is None:
        return SmtpMailer(settings)
    password = variables.get(settings.password_env, "")
    if not password:
        message = f"the variable {settings.password_env} with the password of the mail server is not set"
        raise ConfigurationError(message, next_step=f"export {settings.password_env}=…")
    return SmtpMailer(settings, password)
