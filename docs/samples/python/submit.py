"""Submits a check and waits for its result: TOKEN=vk_... python3 submit.py lease-17

The argument names the request in your records: sent again with it, it is the same request and is paid once.
"""
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request

BASE = os.environ.get("BASE", "http://localhost:3000/api/v1")
TOKEN = os.environ["TOKEN"]


def call(path, headers=None, body=None):
    """Sends a request, and the same again when there is no answer, a defect or a request to wait."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Prefer": "wait=10", **(headers or {})}
    for attempt in range(1, 6):
        failure, seconds = None, 2
        try:
            try:
                response = urllib.request.urlopen(urllib.request.Request(BASE + path, body, headers), timeout=30)
            except urllib.error.HTTPError as error:
                response = error
            with response:
                answer = json.load(response)
            later = response.status == 429 or response.status >= 500
            if not later or answer.get("status") == "provider_unavailable":
                return answer
            failure = RuntimeError(answer.get("message"))
            seconds = int(response.headers.get("Retry-After", seconds))
        except (OSError, http.client.HTTPException, ValueError) as error:
            failure = error
        if attempt == 5:
            raise failure
        time.sleep(seconds)


answer = call(
    "/verifications",
    {"Content-Type": "application/json", "Idempotency-Key": sys.argv[1]},
    json.dumps(
        {
            "service_code": "said_verification",
            "subject": "0001010000071",
            "purpose": "Tenant screening, lease 17",
            "authority_confirmed": True,
            "charge_approved": True,
        }
    ).encode(),
)
while answer["status"] == "pending":
    answer = call(f"/verifications/{answer['request_id']}")
if "correlation_id" in answer:
    sys.exit(json.dumps(answer))
print(answer["request_id"], answer["status"], (answer.get("result") or {}).get("outcome") or "")
