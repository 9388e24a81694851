import { expect } from 'chai';
import { KEY_SCOPES, type KeyScope } from '../../../shared/domain/key-scopes.js';
import type { Mode } from '../../../shared/domain/mode.js';
import { ROLES, type Role, STAFF_ROLES } from '../../../shared/domain/roles.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { ageSessions, setUpTotp, signInByCookie } from '../../support/accounts/second-factor.js';
import type { TestClient } from '../../support/http/client.js';
import type { TestApi } from '../../support/processes/app.js';
import { tenancyOf } from './tenancy-table.js';

/** How far a caller has proved their identity. */
export const PROOFS = [
  /** An API token of an account without a factor, where none is demanded. */
  'token',
  /** The portal, minutes and a quarter of an hour after the password. */
  'password_fresh',
  'password_old',
  /** Where a factor is demanded: without one, with one just proved, and with one proved long ago. */
  'factor_missing',
  'factor_fresh',
  'factor_old',
] as const;
export type Proof = (typeof PROOFS)[number];

/** Somebody in one cell of the matrix. */
export type MatrixCaller = { client: TestClient; mode: Mode } & (
  | { kind: 'person'; role: Role; proof: Proof }
  | { kind: 'key'; scope: KeyScope }
);

/** Two processes of one service: the second requires a second factor of everyone. */
export interface Apis {
  lax: TestApi;
  strict: TestApi;
}

/** A caller for every role, mode and state of the second factor, and for every scope and mode of keys. */
export async function matrixCallers(apis: Apis, clientId: string): Promise<MatrixCaller[]> {
  const callers: MatrixCaller[] = [];
  for (const role of ROLES) {
    for (const proof of PROOFS) callers.push(...(await peopleOf(apis, clientId, role, proof)));
  }
  const keeper = await apis.lax.signIn(await createPerson(apis.lax, clientId, 'owner'));
  for (const mode of ['live', 'test'] as const) {
    for (const scope of KEY_SCOPES) {
      const { body } = await keeper.post('/api/v1/api-keys', {
        name: `${mode} ${scope}`,
        scopes: [scope],
        mode,
      });
      const client = apis.lax.client.withToken(body.api_key);
      callers.push({ kind: 'key', scope, mode, client });
    }
  }
  return callers;
}

/** Callers who may switch modes are tried in both. */
const modesOf = (role: Role): readonly Mode[] =>
  tenancyOf('POST /api/v1/me/mode').roles.includes(role) ? ['live', 'test'] : ['live'];

async function peopleOf(apis: Apis, clientId: string, role: Role, proof: Proof): Promise<MatrixCaller[]> {
  const callers: MatrixCaller[] = [];
  for (const mode of modesOf(role)) {
    const person = await createPerson(apis.lax, clientId, role);
    const signedIn = await signIn(apis, person, proof, mode);
    if (signedIn !== undefined) callers.push({ kind: 'person', role, proof, mode, client: signedIn });
  }
  return callers;
}

function createPerson(api: TestApi, clientId: string, role: Role): Promise<TestUser> {
  const staff = STAFF_ROLES.find((own) => own === role);
  return staff === undefined ? api.createClientUser({ clientId, user: { role } }) : api.createStaff(staff);
}

async function signIn(
  { lax, strict }: Apis,
  person: TestUser,
  proof: Proof,
  mode: Mode,
): Promise<TestClient | undefined> {
  if (proof.startsWith('password')) {
    // The switch gives the browser another cookie; that of before counts on, in live mode.
    if (mode === 'test') return undefined;
    const browser = await signInByCookie(lax, person);
    if (proof === 'password_old') await ageSessions(lax, person, '11 minutes');
    return browser;
  }
  const own =
    proof.startsWith('factor_') && proof !== 'factor_missing'
      ? (await setUpTotp(lax, person)).client
      : await lax.signIn(person);
  const client = mode === 'test' ? await inTestMode(lax, own) : own;
  if (proof === 'factor_old') await ageSessions(lax, person, '11 minutes');
  return proof === 'token' ? client : client.at(strict.url);
}

async function inTestMode(api: TestApi, client: TestClient): Promise<TestClient> {
  const { body } = await client.post('/api/v1/me/mode', { mode: 'test' });
  expect(body.access_token, JSON.stringify(body)).to.be.a('string');
  return api.client.withToken(body.access_token);
}
