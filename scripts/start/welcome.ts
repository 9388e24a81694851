/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function signIns(password: string): string {
  return `
Demo sign-ins, all with the password ${password}
  client@example.test     a client with 10 000 credits
  other@example.test      a second client with 100
  support@example.test    reviews
  admin@example.test      accounts and credits`;
}

/** The purpose contains no apostrophe, so that the command also survives being pasted into other shells. */
function example(address: string, password: string): string {
  const login = JSON.stringify({ email: 'client@example.test', password });
  const body = JSON.stringify({
    service_code: 'said_verification',
    subject: '0001010000071',
    purpose: 'Trying out the service',
    authority_confirmed: true,
    charge_approved: true,
  });
  return `
Try it (the subject is synthetic, the provider a sandbox):

TOKEN=$(curl -s ${address}/api/v1/login \\
  -H 'Content-Type: application/json' \\
  -d ${quote(login)} \\
  | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p')
curl -s ${address}/api/v1/verifications \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: first-try-$(date +%s)" \\
  -H 'Prefer: wait=10' \\
  -d ${quote(body)}`;
}

/**
 * What is printed once everything runs: the address and, if there are demo accounts (`password` given), how to sign in
 * and a first request to paste.
 */
export function welcome(address: string, password: string | undefined): string {
  const accounts =
    password === undefined
      ? '\nDATABASE_URL points to your own database, so there are no demo accounts: npm run admin -- create-admin --email <yours>'
      : `${signIns(password)}\n${example(address, password)}`;
  return `\nThe service runs at ${address}\n${accounts}\n\nLogs: .data/logs/. Ctrl-C stops everything; the data stays in .data/.`;
}
