import { SealedVerification, sealFor } from '../../../shared/db/sealed-verification.js';
import { newId } from '../../../shared/domain/ids.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import {
  type BuiltVerification,
  buildVerification,
  type VerificationOverrides,
} from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import type { TestApi } from '../../support/processes/app.js';
import { testKeys } from '../../support/processes/keys.js';

export const REVIEWS = '/api/v1/support/reviews';

/** A member of support who is signed in. */
export interface Reviewer extends TestUser {
  name: string;
  client: TestClient;
}

/** Signs in a new member of support. */
export async function signInReviewer(api: TestApi): Promise<Reviewer> {
  const name = 'Rae Sample';
  const user = await api.createStaff('support', { name });
  return { ...user, name, client: await api.signIn(user) };
}

/** A verification under review, of a new client. */
export async function buildReview(
  api: TestApi,
  overrides: Partial<VerificationOverrides> = {},
): Promise<BuiltVerification> {
  const clientId = overrides.clientId ?? (await api.createClientUser()).clientId;
  return buildVerification(api.db, { status: 'manual_review', ...overrides, clientId });
}

async function dataKeyOf(api: TestApi, id: string) {
  const [row] = await api.db.query<{ data_key: Buffer }>('SELECT data_key FROM verifications WHERE id = $1', [
    id,
  ]);
  if (row === undefined) throw new Error(`No verification ${id}`);
  return new SealedVerification(testKeys.encryptionKeys, { id, data_key: row.data_key }).dataKey;
}

/** Stores an answer to the only call of a verification's first part, sealed as a worker seals it. */
export async function storeAnswer(api: TestApi, { id }: BuiltVerification, answer: string): Promise<string> {
  const [call] = await api.db.query<{ id: string }>(
    `SELECT p.id FROM provider_calls p JOIN checks c ON c.id = p.check_id
     WHERE c.verification_id = $1 ORDER BY c.position LIMIT 1`,
    [id],
  );
  if (call === undefined) throw new Error('The verification has no call');
  await api.db.query('UPDATE provider_calls SET answer_sealed = $2 WHERE id = $1', [
    call.id,
    sealFor(await dataKeyOf(api, id), 'answer_sealed', call.id, answer),
  ]);
  return call.id;
}

/** Stores what a late answer to a verification's first part found. */
export async function storeLateFinding(api: TestApi, built: BuiltVerification, answer = '{}'): Promise<void> {
  const callId = await storeAnswer(api, built, answer);
  const checkId = built.checks[0]?.id ?? newId();
  const details = sealFor(
    await dataKeyOf(api, built.id),
    'details_sealed',
    checkId,
    JSON.stringify({ surname: 'Synthetic' }),
  );
  await api.db.query('UPDATE provider_calls SET answered_late_at = now() WHERE id = $1', [callId]);
  await api.db.query(
    `INSERT INTO late_findings (call_id, outcome, label, details_sealed) VALUES ($1, 'positive', 'Found late', $2)`,
    [callId, details],
  );
}
