import base64
import hashlib
import hmac
import os
import sys
import time


def verify_webhook(secret, headers, raw_body, now=None):
    """`headers` by names in lower case, `raw_body` the bytes that arrived. Returns "valid" or what is wrong."""
    message_id = headers.get("webhook-id")
    timestamp = headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not message_id or not timestamp or not signatures:
        return "missing_header"
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Separated by spaces: there are two while a secret is rotated.
    if not any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")):
        return "signature_mismatch"
    now = time.time() if now is None else now
    try:
        return "valid" if abs(now - int(timestamp)) <= 300 else "timestamp_out_of_tolerance"
    except ValueError:
        return "timestamp_out_of_tolerance"


# To try it: WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' python3 verify_webhook.py < body
if __name__ == "__main__":
    given_headers = {
        "webhook-id": os.environ.get("WEBHOOK_ID"),
        "webhook-timestamp": os.environ.get("WEBHOOK_TIMESTAMP"),
        "webhook-signature": os.environ.get("WEBHOOK_SIGNATURE"),
    }
    at = os.environ.get("NOW")
    verdict = verify_webhook(
        os.environ["WEBHOOK_SECRET"], given_headers, sys.stdin.buffer.read(), int(at) if at else None
    )
    print(verdict)
    sys.exit(verdict != "valid")
