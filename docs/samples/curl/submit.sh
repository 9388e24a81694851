#!/bin/sh
# Submits a check and waits for its result: TOKEN=vk_... sh submit.sh lease-17
# The argument names the request in your records: sent again with it, it is the same request and is paid once.
set -eu
BASE=${BASE:-http://localhost:3000/api/v1}
KEY=$1
ANSWER=$(mktemp)
trap 'rm -f "$ANSWER"' EXIT

# --retry sends the same again, under the same key, when there is no answer, a defect or a request to wait.
call() {
  curl -sS -o "$ANSWER" --retry 5 --retry-all-errors --max-time 30 \
    -H "Authorization: Bearer $TOKEN" -H 'Prefer: wait=10' "$@"
}
# The first text of this name: use jq if you have it.
member() { grep -o "\"$1\": *\"[^\"]*\"" "$ANSWER" | head -n 1 | sed 's/.*: *"\(.*\)"/\1/'; }

call "$BASE/verifications" -H 'Content-Type: application/json' -H "Idempotency-Key: $KEY" \
  -d '{"service_code":"said_verification","subject":"0001010000071","purpose":"Tenant screening, lease 17",
       "authority_confirmed":true,"charge_approved":true}'
ID=$(member request_id)
while [ "$(member status)" = pending ]; do call "$BASE/verifications/$ID"; done
if [ -z "$(member request_id)" ] || [ -n "$(member correlation_id)" ]; then
  cat "$ANSWER" >&2
  exit 1
fi
echo "$ID $(member status) $(member outcome)"
