#!/bin/sh
# Verifies a webhook by hand; its body comes by the standard input, exactly as it arrived:
#   WEBHOOK_SECRET=whsec_... WEBHOOK_ID=evt_... WEBHOOK_TIMESTAMP=... WEBHOOK_SIGNATURE='v1,...' sh verify-webhook.sh < body
# Needs openssl. A shell cannot compare in constant time: use another language in a program that receives webhooks.
set -eu

verify() {
  if [ -z "${WEBHOOK_ID:-}" ] || [ -z "${WEBHOOK_TIMESTAMP:-}" ] || [ -z "${WEBHOOK_SIGNATURE:-}" ]; then
    echo missing_header
    return 1
  fi
  key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
  expected=$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  # Separated by spaces: there are two while a secret is rotated.
  case " $WEBHOOK_SIGNATURE " in
    *" v1,$expected "*) ;;
    *) echo signature_mismatch; return 1 ;;
  esac
  case $WEBHOOK_TIMESTAMP in *[!0-9]*) echo timestamp_out_of_tolerance; return 1 ;; esac
  age=$((${NOW:-$(date +%s)} - WEBHOOK_TIMESTAMP))
  if [ "$age" -gt 300 ] || [ "$age" -lt -300 ]; then
    echo timestamp_out_of_tolerance
    return 1
  fi
  echo valid
}

verify
