"""
The MQTT interface as an AsyncAPI 3 document and as JSON Schemas, generated from the types that are encoded.

AsyncAPI uses JSON Schema draft 7, so schemas that msgspec writes in a later draft are translated. Validators still
check everything.
"""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import msgspec

from firmware_host.journal.anchor import SignedCheckpoint
from firmware_host.mqtt.field_docs import describe
from firmware_host.mqtt.messages import EVENT, AlertMessage, Command, CommandReply, FactEvent, SignedCommand, Status
from firmware_host.mqtt.replay import MOST_FACTS, ReplayEnded, ReplayRefused, ReplayRequest
from firmware_host.mqtt.topics import Topics
from firmware_host.rules.struct import Record
from firmware_host.table.facts.fact import Fact
from firmware_host.table.sign import Sign
from firmware_host.table.view import DeviceReport, View

TYPES = (
    Status,
    View,
    Sign,
    DeviceReport,
    AlertMessage,
    SignedCheckpoint,
    FactEvent,
    Fact,
    SignedCommand,
    Command,
    CommandReply,
    ReplayRequest,
    ReplayEnded,
    ReplayRefused,
)

RECEIVED = (SignedCommand, Command, ReplayRequest)
"""Unknown fields in these are refused. What the table publishes may have more fields in a later version."""

TOPICS = Topics(house="{house}", table="{table}")
LEVEL = "At most 32 lower-case letters, digits and hyphens."

PARAMETERS = {
    "house": f"The casino. {LEVEL}",
    "table": f"The table. {LEVEL}",
    "name": f"The device. {LEVEL}",
    "id": "The number of the fact that first raised the alert.",
    "actor": f"Who asks: a staff member for commands, any name for a replay. {LEVEL}",
}


class Channel(Record, frozen=True, kw_only=True):
    """A topic: its messages, and whether the table sends or receives them."""

    address: str
    says: str
    messages: tuple[type, ...]
    retained: bool = False
    received: bool = False
    qos: int = 1


CHANNELS: Mapping[str, Channel] = {
    "status": Channel(
        address=TOPICS.status,
        says=(
            "Whether the table's controller is online. The broker publishes the will, offline, when the controller "
            "disappears."
        ),
        messages=(Status,),
        retained=True,
    ),
    "state": Channel(
        address=TOPICS.state,
        says="The public view of the table: everything that patrons may see.",
        messages=(View,),
        retained=True,
    ),
    "sign": Channel(
        address=TOPICS.sign,
        says="The table's sign for patrons: games, limits, antes, blinds, kill and rake, or what mini-dice pays.",
        messages=(Sign,),
        retained=True,
    ),
    "device": Channel(
        address=TOPICS.device("{name}"),
        says="A device's health and progress.",
        messages=(DeviceReport,),
        retained=True,
    ),
    "alert": Channel(
        address=f"{TOPICS.alerts}{{id}}",
        says="An active alert. When it is cleared, an empty message removes it.",
        messages=(AlertMessage,),
        retained=True,
    ),
    "checkpoint": Channel(
        address=TOPICS.checkpoint,
        says="The newest checkpoint: a signed statement of how far the record goes, with its key's certificates.",
        messages=(SignedCheckpoint,),
        retained=True,
    ),
    "fact": Channel(
        address=TOPICS.fact,
        says="Every fact, in order; no other topic promises an order. A duplicate has the same id.",
        messages=(FactEvent,),
    ),
    "cmd": Channel(
        address=TOPICS.command("{actor}"),
        says="A signed command. The body is a Command as JSON, in base64; the signature covers the JSON bytes.",
        messages=(SignedCommand,),
        received=True,
    ),
    "replay": Channel(
        address=TOPICS.replay("{actor}"),
        says=f"A request for facts that a consumer missed, {MOST_FACTS} at a time.",
        messages=(ReplayRequest,),
        received=True,
    ),
    "reply": Channel(
        address=TOPICS.reply("{actor}"),
        says="The answer to a command; or the facts of a replay in order, then a message that ends the replay.",
        messages=(CommandReply, FactEvent, ReplayEnded, ReplayRefused),
    ),
}


def document() -> dict[str, Any]:
    """Return the AsyncAPI document."""
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "firmware-host",
            "version": version("firmware-host"),
            "description": "One casino table over MQTT 3.1.1. Later versions add fields but change none.",
            "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": {name: _channel(channel) for name, channel in CHANNELS.items()},
        "operations": {name: _operation(name, channel) for name, channel in CHANNELS.items()},
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in _messages()},
            "schemas": _schemas("#/components/schemas/{name}"),
        },
    }


def schemas() -> dict[str, Any]:
    """Return one JSON Schema document with a definition for every type."""
    return {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": _schemas("#/definitions/{name}")}


def _messages() -> list[type]:
    return list(dict.fromkeys(kind for channel in CHANNELS.values() for kind in channel.messages))


def _channel(channel: Channel) -> dict[str, Any]:
    names = [name for name in PARAMETERS if f"{{{name}}}" in channel.address]
    return {
        "address": channel.address,
        "description": channel.says,
        "messages": {kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in channel.messages},
        "parameters": {name: {"description": PARAMETERS[name]} for name in names},
    }


def _operation(name: str, channel: Channel) -> dict[str, Any]:
    """Describe a channel from the table's side: it sends what it publishes."""
    made: dict[str, Any] = {
        "action": "receive" if channel.received else "send",
        "channel": {"$ref": f"#/channels/{name}"},
        "messages": [{"$ref": f"#/channels/{name}/messages/{kind.__name__}"} for kind in channel.messages],
        "bindings": {"mqtt": {"qos": channel.qos, "retain": channel.retained, "bindingVersion": "0.2.0"}},
    }
    if channel.received:
        answers = (CommandReply,) if name == "cmd" else (FactEvent, ReplayEnded, ReplayRefused)
        made["reply"] = {
            "channel": {"$ref": "#/channels/reply"},
            "messages": [{"$ref": f"#/channels/reply/messages/{kind.__name__}"} for kind in answers],
        }
    return made


def _message(kind: type) -> dict[str, Any]:
    content = "application/cloudevents+json" if kind is FactEvent else "application/json"
    return {
        "name": kind.__name__,
        "contentType": content,
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
    }


def _schemas(ref_template: str) -> dict[str, Any]:
    _, components = msgspec.json.schema_components(TYPES, ref_template=ref_template)
    found = {name: _draft_7(schema) for name, schema in sorted(_named_shortly(components).items())}
    describe(found, TYPES)
    for kind in RECEIVED:
        found[kind.__name__]["additionalProperties"] = False
    # The envelope holds the fact as raw bytes, for which the encoder has no type.
    event = found[FactEvent.__name__]["properties"]
    event["data"]["$ref"] = ref_template.format(name=Fact.__name__)
    event["type"]["pattern"] = f"^{EVENT.replace('.', '[.]')}[a-z0-9-]+$"
    return {name: _references_alone(schema) for name, schema in found.items()}


def _references_alone(schema: Any) -> Any:
    """Wrap every reference that has siblings in `allOf`: draft 7 ignores all siblings of a `$ref`."""
    if isinstance(schema, list):
        return [_references_alone(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str) and len(schema) > 1:
        return {"allOf": [{"$ref": schema["$ref"]}], **{name: part for name, part in schema.items() if name != "$ref"}}
    return {name: _part(name, part) for name, part in schema.items()}


def _part(name: str, part: Any) -> Any:
    """Return one part of a schema. `null` is the last of several types, as not every version of msgspec puts it."""
    if name == "examples":
        return part
    made = _references_alone(part)
    return sorted(made, key=lambda each: each == {"type": "null"}) if name == "anyOf" else made


def _named_shortly(components: dict[str, Any]) -> dict[str, Any]:
    """Shorten the name and the title of a generic type to `Step`, without the hundred acts that a step may hold."""
    short = {name: name.partition("_")[0] for name in components if "_" in name}
    text = msgspec.json.encode(components).decode()
    for name, named in short.items():
        text = text.replace(name, named)
    renamed: dict[str, Any] = msgspec.json.decode(text)
    if len(renamed) != len(components):
        raise ValueError(f"two schemas would have one name: {sorted(short.values())}")
    for named in short.values():
        renamed[named]["title"] = named
    return renamed


def _draft_7(schema: Any) -> Any:
    """Translate to draft 7: `prefixItems` becomes `items`, a discriminator only its name, and objects are open."""
    if isinstance(schema, list):
        return [_draft_7(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _draft_7(part) for name, part in schema.items()}
    if "prefixItems" in made:
        # `minItems` and `maxItems` of the same schema fix the length.
        made["items"] = made.pop("prefixItems")
    if made.get("additionalProperties") is False:
        del made["additionalProperties"]
    discriminator = made.get("discriminator")
    if isinstance(discriminator, dict) and "propertyName" in discriminator:
        made["discriminator"] = discriminator["propertyName"]
    return made
