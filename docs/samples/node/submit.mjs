// Submits a check and waits for its result: TOKEN=vk_... node submit.mjs lease-17
// The argument names the request in your records: sent again with it, it is the same request and is paid once.
const { BASE = 'http://localhost:3000/api/v1', TOKEN } = process.env;

/** Sends a request, and the same again when there is no answer, a defect or a request to wait. */
async function call(path, { headers, ...options } = {}) {
  for (let attempt = 1; ; attempt += 1) {
    let failure;
    let seconds = 2;
    try {
      const response = await fetch(BASE + path, {
        ...options,
        headers: { Authorization: `Bearer ${TOKEN}`, Prefer: 'wait=10', ...headers },
        signal: AbortSignal.timeout(30_000),
      });
      const answer = await response.json();
      const later = response.status === 429 || response.status >= 500;
      if (!later || answer.status === 'provider_unavailable') return answer;
      failure = new Error(answer.message);
      seconds = Number(response.headers.get('Retry-After')) || seconds;
    } catch (error) {
      failure = error;
    }
    if (attempt === 5) throw failure;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

let answer = await call('/verifications', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'Idempotency-Key': process.argv[2] },
  body: JSON.stringify({
    service_code: 'said_verification',
    subject: '0001010000071',
    purpose: 'Tenant screening, lease 17',
    authority_confirmed: true,
    charge_approved: true,
  }),
});
while (answer.status === 'pending') answer = await call(`/verifications/${answer.request_id}`);
if (answer.correlation_id) throw new Error(JSON.stringify(answer));
console.log(answer.request_id, answer.status, answer.result?.outcome ?? '');
