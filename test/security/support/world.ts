import { creditsProposal } from '../../../shared/approvals/proposals.js';
import { propose } from '../../../shared/approvals/propose.js';
import { newId, toPublicId } from '../../../shared/domain/ids.js';
import { KEY_SCOPES } from '../../../shared/domain/key-scopes.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { buildVerification } from '../../support/database/factories.js';
import type { TestClient } from '../../support/http/client.js';
import type { TestApi } from '../../support/processes/app.js';
import { csvOf, upload } from '../../support/uploads/batch-files.js';
import { pngOf } from '../../support/uploads/pictures.js';
import { fill, type Operation } from './operations.js';
import { type Named, tenancyOf } from './tenancy-table.js';

/** A client that has one of everything. */
export interface Tenant {
  user: TestUser & { clientId: string };
  /** Signed in. */
  client: TestClient;
  /** With an API key that may do whatever keys may. */
  machine: TestClient;
  /** The id of what the tenant has of each kind; of staff, that of a member. */
  ids: Readonly<Record<Named, string>>;
  idempotencyKey: string;
  subject: string;
}

/** Two clients with one of everything each, and staff. */
export interface World {
  us: Tenant;
  them: Tenant;
  support: TestClient;
  admin: TestClient;
}

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

/** Fills the database of an API with two clients and staff. */
export async function buildWorld(api: TestApi): Promise<World> {
  const member = await api.createStaff('support');
  return {
    us: await buildTenant(api, { member, subject: '0001010003075' }),
    them: await buildTenant(api, { member, subject: '0001010004073' }),
    support: await api.signIn(await api.createStaff('support')),
    admin: await api.signIn(await api.createStaff('admin')),
  };
}

async function buildTenant(
  api: TestApi,
  { member, subject }: { member: TestUser; subject: string },
): Promise<Tenant> {
  const user = await api.createClientUser();
  // Another sign-in, to be ended.
  await api.signIn(user);
  const client = await api.signIn(user);
  const { clientId } = user;
  const idempotencyKey = `key-of-${user.publicId}`;
  const report = await buildVerification(api.db, {
    clientId,
    serviceCode: 'identity_check',
    subject,
    idempotencyKey,
    status: 'completed',
    checks: [{ photo: PHOTO }],
  });
  const review = await buildVerification(api.db, { clientId, subject, status: 'manual_review' });
  const key = (await client.post('/api/v1/api-keys', { name: `Key of ${user.publicId}`, scopes: KEY_SCOPES }))
    .body;
  const url = `http://127.0.0.1:9/${user.publicId}`;
  const webhook = (await client.post('/api/v1/webhooks', { url, events: ['wallet.low_balance'] })).body;
  const invited = { email: `invited-by-${user.publicId}@example.test`, role: 'viewer' };
  const invitation = (await client.post('/api/v1/team/invitations', invited)).body;
  const delivery = (await client.post(`/api/v1/webhooks/${webhook.webhook_id}/test`)).body;
  const logo = pngOf({ width: 10 + (Number.parseInt(subject.slice(6, 10), 10) % 90) });
  await client.send('PUT', '/api/v1/logo', {
    body: new Uint8Array(logo),
    headers: { 'content-type': 'image/png' },
  });
  // A look, which is the first entry of the tenant's access log.
  await client.get(`/api/v1/verifications/${report.requestId}`);
  const batch = (await upload(client, csvOf(2), { purpose: user.publicId })).body;
  return {
    user,
    client,
    machine: api.client.withToken(key.api_key),
    idempotencyKey,
    subject,
    ids: {
      verification: report.requestId,
      review: review.requestId,
      apiKey: key.api_key_id,
      webhook: webhook.webhook_id,
      delivery: delivery.delivery_id,
      batch: batch.batch_id,
      approval: await proposeCredits(api, clientId, member.id),
      client: toPublicId('client', clientId),
      clientUser: user.publicId,
      staff: member.publicId,
      invitation: invitation.invitation_id,
      service: 'said_verification',
      entry: '1',
      // One that was never set up: with one, the account would sign in otherwise.
      secondFactor: toPublicId('secondFactor', newId()),
      session: (await client.get('/api/v1/me/sessions')).body.data[1].session_id,
    },
  };
}

/** The public id of credits for a client that one of the staff proposes. */
async function proposeCredits({ db }: TestApi, clientId: string, proposedBy: string): Promise<string> {
  const move = { entryId: newId(), clientId, amount: 20_000, note: 'Order 4711', idempotencyKey: 'proposed' };
  const proposal = { ...creditsProposal(move), id: newId(), proposedBy };
  return toPublicId('approval', await db.transaction((sql) => propose(sql, proposal, { actor: 'system' })));
}

/** Somebody who may use the operation. */
export function callerOf({ us, support, admin }: World, { name }: Operation): TestClient {
  const { for: audience } = tenancyOf(name);
  return audience === 'support' ? support : audience === 'admin' ? admin : us.client;
}

/** The path of the operation for what our client has, other ids where given. */
export function pathFor(
  { us }: World,
  operation: Operation,
  others: Readonly<Record<string, string>> = {},
): string {
  const { ids = {} } = tenancyOf(operation.name);
  const own = Object.entries(ids).map(([parameter, kind]) => [parameter, us.ids[kind]]);
  return fill(operation, { ...Object.fromEntries(own), ...others });
}
