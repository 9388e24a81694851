import { syntheticIdentity } from '../../harness/synthetic-identity.js';
import type { Submitter } from '../client/submit.js';

/** The maximum number of rows in a file (docs/batches.md). */
const ROWS_OF_A_FILE = 10_000;

/**
 * Uploads files with this many rows in total, each about a different person, and starts them. Throws if one is refused.
 */
export async function sendBatches(submitter: Submitter, rows: number): Promise<void> {
  for (let from = 0; from < rows; from += ROWS_OF_A_FILE) {
    const count = Math.min(ROWS_OF_A_FILE, rows - from);
    const draft = await post(submitter, '/api/v1/batches', fileOf(from, count));
    await post(
      submitter,
      `/api/v1/batches/${draft.batch_id}/start`,
      JSON.stringify({ charge_approved: true, authority_confirmed: true, credits_approved: draft.credits }),
    );
  }
}

function fileOf(from: number, count: number): FormData {
  const rows = Array.from(
    { length: count },
    (_, row) => `said_verification,${syntheticIdentity(from + row)}`,
  );
  const form = new FormData();
  form.append('purpose', 'Check before a synthetic contract');
  form.append('file', new Blob([['service_code,subject', ...rows].join('\r\n')]), `rows-from-${from}.csv`);
  return form;
}

interface Draft {
  batch_id: string;
  credits: number;
}

async function post(to: Submitter, path: string, body: FormData | string): Promise<Draft> {
  const response = await fetch(`${to.nextUrl()}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${to.token()}`,
      // fetch sets the boundary of a form itself.
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
