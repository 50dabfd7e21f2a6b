"""What outsiders may bring, and the records that it is made of: small Protocols, public.

A measure, a matcher, a format or a kind of system is an object with a name and one method. It needs to inherit from
nothing; `goldsmith.testing` says whether it fits.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldsmith.ports.format import CaseFile as CaseFile
    from goldsmith.ports.format import FormatPlugin as FormatPlugin
    from goldsmith.ports.matcher import Decided as Decided
    from goldsmith.ports.matcher import MatcherPlugin as MatcherPlugin
    from goldsmith.ports.matcher import Sought as Sought
    from goldsmith.ports.measure import Asked as Asked
    from goldsmith.ports.measure import MeasurePlugin as MeasurePlugin
    from goldsmith.ports.measure import Selects as Selects
    from goldsmith.ports.system import Acts as Acts
    from goldsmith.ports.system import System as System
    from goldsmith.ports.system import SystemFailure as SystemFailure
    from goldsmith.ports.system import SystemPlugin as SystemPlugin
    from goldsmith.ports.system import SystemSettings as SystemSettings
    from goldsmith.records.case import Case as Case
    from goldsmith.records.case import Identity as Identity
    from goldsmith.records.case import Message as Message
    from goldsmith.records.measure import Direction as Direction
    from goldsmith.records.measure import Outcome as Outcome
    from goldsmith.records.measure import Scored as Scored
    from goldsmith.records.measure import Unit as Unit
    from goldsmith.records.measure import Unscored as Unscored
    from goldsmith.records.observation import Observation as Observation
    from goldsmith.records.response import Channel as Channel
    from goldsmith.records.response import Citation as Citation
    from goldsmith.records.response import Component as Component
    from goldsmith.records.response import Reply as Reply
    from goldsmith.records.response import RetrievedItem as RetrievedItem
    from goldsmith.records.response import StreamEvent as StreamEvent
    from goldsmith.records.response import ToolCall as ToolCall
    from goldsmith.records.response import Usage as Usage
    from goldsmith.records.task import Action as Action
    from goldsmith.records.task import Step as Step
    from goldsmith.records.task import TaskKey as TaskKey
    from goldsmith.records.vocabulary import Layer as Layer

_PLACES = {
    "goldsmith.ports.format": "CaseFile FormatPlugin",
    "goldsmith.ports.matcher": "Decided MatcherPlugin Sought",
    "goldsmith.ports.measure": "Asked MeasurePlugin Selects",
    "goldsmith.ports.system": "Acts System SystemFailure SystemPlugin SystemSettings",
    "goldsmith.records.case": "Case Identity Message",
    "goldsmith.records.measure": "Direction Outcome Scored Unit Unscored",
    "goldsmith.records.observation": "Observation",
    "goldsmith.records.response": "Channel Citation Component Reply RetrievedItem StreamEvent ToolCall Usage",
    "goldsmith.records.task": "Action Step TaskKey",
    "goldsmith.records.vocabulary": "Layer",
}
_HOME = {name: place for place, names in _PLACES.items() for name in names.split()}

__all__ = [
    "Action", "Acts", "Asked", "Case", "CaseFile", "Channel", "Citation", "Component", "Decided", "Direction",
    "FormatPlugin", "Identity", "Layer", "MatcherPlugin", "MeasurePlugin", "Message", "Observation", "Outcome", "Reply",
    "RetrievedItem", "Scored", "Selects", "Sought", "Step", "StreamEvent", "System", "SystemFailure", "SystemPlugin",
    "SystemSettings", "TaskKey", "ToolCall", "Unit", "Unscored", "Usage",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    message = f"module 'goldsmith.ports' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__
