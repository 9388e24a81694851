import { randomBytes } from 'node:crypto';

/** Sends a request to the API and returns its answer. Throws if it is not the expected one. */
async function send(base, path, expected, { token, body, headers = {}, method = 'POST' } = {}) {
  const answer = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== expected)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function signIn(base, email, password) {
  return (await send(base, '/login', 200, { body: { email, password } })).access_token;
}

/**
 * Creates a client with credits and a user whose first password is changed, like an admin and a person; returns the
 * token.
 */
async function openAccount(base, admin) {
  const token = await signIn(base, admin.email, admin.password);
  const { client_id } = await send(base, '/admin/clients', 201, { token, body: { name: 'First client' } });
  await send(base, `/admin/clients/${client_id}/credits`, 201, {
    token,
    body: { amount: 100, note: 'Invoice 1' },
    headers: { 'Idempotency-Key': 'invoice-1' },
  });
  const email = 'person@client.example';
  const { temporary_password } = await send(base, `/admin/clients/${client_id}/users`, 201, {
    token,
    body: { email },
  });
  const password = randomBytes(16).toString('hex');
  await send(base, '/me/password', 204, {
    token: await signIn(base, email, temporary_password),
    body: { current_password: temporary_password, new_password: password },
  });
  return signIn(base, email, password);
}

/** Submits one check over HTTP and waits for its result. Throws if it is not settled and charged once. */
export async function verifyOnce(base, admin) {
  const token = await openAccount(base, admin);
  const verification = await send(base, '/verifications', 201, {
    token,
    body: {
      service_code: 'said_verification',
      subject: '0001010000071',
      purpose: 'Tenant screening, lease 17',
      authority_confirmed: true,
      charge_approved: true,
    },
    headers: { 'Idempotency-Key': 'lease-17', Prefer: 'wait=30' },
  });
  const wallet = await send(base, '/wallet', 200, { token, method: 'GET' });
  if (verification.result?.outcome !== 'positive' || wallet.balance !== 95 || wallet.reserved !== 0)
    throw new Error(`It came to another end: ${JSON.stringify({ verification, wallet })}`);
  return verification;
}
