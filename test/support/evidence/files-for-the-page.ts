import { ownVerifierKey } from '../../../scripts/witness/witness.js';
import type { Sql } from '../../../shared/db/database.js';
import { loadHead } from '../../../shared/log/proofs.js';
import { sealLog } from '../../../worker/log/seal-log.js';
import { submit } from '../checks/submit.js';
import { buildVerification } from '../database/factories.js';
import { signInClient } from '../http/caller.js';
import type { TestApi } from '../processes/app.js';
import { testKeys } from '../processes/keys.js';
import { ORIGIN, readFile, type Shown, witnessAt, witnessKey } from './shown.js';
import { webhookText } from './webhooks.js';

/** Two processes of one service, the second with a certificate issued by an authority, and the code /verify runs. */
interface PageParts {
  api: TestApi;
  signing: TestApi;
  checkAll: (
    given: readonly { name: string; bytes: Uint8Array }[],
    options: { keys: string; witnesses: readonly string[] },
  ) => Promise<{ name: string; proven: boolean }[]>;
}

const witnesses = [ownVerifierKey('witness.test', witnessKey)];

/** Receipts, proofs, reports and a stored webhook, as /verify and the client package check them. */
export async function filesForThePage({ api, signing, checkAll }: PageParts): Promise<Shown[]> {
  const { clientId, token } = await signInClient(api);
  const read = (address: string, bearer = token) => readFile(api.url, bearer, address);
  const keys = (await read('/.well-known/jwks.json')).toString();
  const { body } = await submit(api.client, token);
  const address = `/api/v1/verifications/${body.request_id}`;
  const staff = async (role: 'admin' | 'support') => api.login(await api.createStaff(role));
  const { requestId: held } = await buildVerification(api.db, { clientId, status: 'manual_review' });
  await read(`/api/v1/verifications/${held}`);
  const support = await staff('support');
  await read(`/api/v1/support/reviews/${held}`, support);
  await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: ORIGIN });
  await cosign(api.db);
  const report = `${address}/report.pdf`;
  const receipt = { name: 'receipt.jwt', bytes: await read(`${address}/receipt`) };
  const files = [
    receipt,
    { name: 'consent.tlog-proof', bytes: await read(`${address}/evidence.tlog-proof`) },
    { name: 'look.tlog-proof', bytes: await read('/api/v1/access-log/1/evidence.tlog-proof') },
    { name: 'withheld.tlog-proof', bytes: await read('/api/v1/access-log/2/evidence.tlog-proof') },
    {
      name: 'act.tlog-proof',
      bytes: await read('/api/v1/admin/audit-log/1/evidence.tlog-proof', await staff('admin')),
    },
    { name: 'report.pdf', bytes: await read(report) },
    { name: 'chain.pdf', bytes: await readFile(signing.url, token, report) },
    { name: 'webhook.txt', bytes: webhookText('v1a') },
  ];
  return files.map(({ name, bytes }) => ({
    name,
    bytes,
    isBelieved: async (changed) => {
      const given = [...(name === receipt.name ? [] : [receipt]), { name, bytes: changed }];
      const findings = await checkAll(given, { keys, witnesses });
      return findings.some((finding) => finding.name === name && finding.proven);
    },
  }));
}

/** Has the witness cosign the head of the log, as the worker does. */
async function cosign(db: Sql): Promise<void> {
  const head = await loadHead(db);
  const { body } = witnessAt(undefined).addCheckpoint(`old 0\n\n${head?.note}`);
  await db.query('UPDATE log_state SET cosigned_size = size, cosigned_note = $1', [head?.note + body]);
}
