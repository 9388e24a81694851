export const SECRET_ADVICE =
  'This is the only time the secret is shown. Your system checks the signature of every message with it, following Standard Webhooks.';
