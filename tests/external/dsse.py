"""Verifies every record of a ledger with securesystemslib, and holds its digests against hashlib."""

import base64
import hashlib
import json
import pathlib
import sys

from cryptography.hazmat.primitives.serialization import load_der_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import SSlibKey

ledger = pathlib.Path(sys.argv[1])
keys = []
for key in json.loads((ledger / "keyring.json").read_text())["keys"]:
    der = base64.b64decode(key["publicKey"], validate=True)
    assert key["keyid"] == "sha256:" + hashlib.sha256(der).hexdigest(), "a keyid is another"
    keys.append(SSlibKey.from_crypto(load_der_public_key(der), keyid=key["keyid"]))

count = 0
for line in (ledger / "segments" / "here.jsonl").read_text().splitlines():
    line = json.loads(line)
    envelope = Envelope.from_dict(json.loads(json.dumps(line["envelope"])))
    assert len(envelope.verify(keys, 1)) == 1, "a signature is not verified"
    pae = envelope.pae()
    assert line["recordHash"] == "sha256:" + hashlib.sha256(pae).hexdigest(), "a record hash is another"
    statement = json.loads(envelope.payload)
    canonical = json.dumps(statement, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert canonical == envelope.payload, "a payload is not canonical"
    record = statement["predicate"]
    identity = {"v": 1, **{name: record[name] for name in ("scope", "kind", "target", "context")}}
    digest = hashlib.sha256(json.dumps(identity, sort_keys=True, separators=(",", ":")).encode()).digest()
    assert record["effectId"] == "eff1_" + base64.b32encode(digest).decode().lower().rstrip("="), "an id is another"
    count += 1

    # The library is one that refuses.
    envelope.payload += b" "
    try:
        envelope.verify(keys, 1)
    except VerificationError:
        continue
    sys.exit("a changed payload was verified")

assert count == 4, f"{count} records"
print(f"{count} records verified")
