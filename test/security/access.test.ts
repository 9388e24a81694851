import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { KEY_SCOPES, type KeyScope } from '../../shared/domain/key-scopes.js';
import { ROLES, type Role, STAFF_ROLES, type StaffRole } from '../../shared/domain/roles.js';
import { sealLog } from '../../worker/log/seal-log.js';
import type { TestUser } from '../support/accounts/api-accounts.js';
import { forgeToken, type Json } from '../support/accounts/forge-token.js';
import { TestClient } from '../support/http/client.js';
import { expectError } from '../support/http/shapes.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { testKeys } from '../support/processes/keys.js';
import { GUARDED, type Operation } from './support/operations.js';
import { everyRow } from './support/rows.js';
import { expectSafe, UNUSABLE_TOKEN } from './support/safe-answer.js';
import { isAtHome, type Tenancy, tenancyOf } from './support/tenancy-table.js';
import { buildWorld, callerOf, pathFor, type World } from './support/world.js';

/** The audiences, by the callers that are tried. */
type Audience = 'client' | StaffRole;
const AUDIENCES: readonly Audience[] = ['client', ...STAFF_ROLES];

/** Somebody whom an operation must not serve. */
interface Stranger {
  who: string;
  client: TestClient;
  /** Whether the operation is closed to them. */
  refused(tenancy: Tenancy, operation: Operation): boolean;
}

const always = (): boolean => true;
const needs = (tenancy: Tenancy, audience: Audience): boolean =>
  audience === 'client'
    ? isAtHome(tenancy, audience)
    : tenancy.for !== 'account' && isAtHome(tenancy, audience) && tenancy.roles.includes(audience);

describe('access to every operation', function () {
  this.timeout(60_000);

  let api: TestApi;
  let world: World;
  let strangers: Stranger[];
  /** Of our client or of staff, by role. */
  let people: Readonly<Record<Role, TestClient>>;
  before(async () => {
    api = await startApi();
    world = await buildWorld(api);
    // No worker runs here, and a proof exists only once its record is in the log.
    await sealLog({ db: api.db, keys: testKeys.evidenceKeys, origin: undefined });
    people = Object.fromEntries(
      await Promise.all(ROLES.map(async (role) => [role, await api.signIn(await person(role))] as const)),
    ) as Record<Role, TestClient>;
    strangers = [
      { who: 'nobody', client: api.client, refused: always },
      { who: 'a token that is none', client: api.client.withToken('x.y.z'), refused: always },
      {
        who: 'an API key that is none',
        client: api.client.withToken(`vk_${'A'.repeat(43)}`),
        refused: always,
      },
      { who: 'an API key', client: world.us.machine, refused: ({ keys }) => keys === undefined },
      ...(await Promise.all(AUDIENCES.map(wrongScope))),
      ...(await Promise.all(AUDIENCES.map(endedTokens))).flat(),
    ];
  });
  after(() => api.close());

  const person = (role: Role): Promise<TestUser> => {
    const staff = STAFF_ROLES.find((own) => own === role);
    if (staff !== undefined) return api.createStaff(staff);
    return api.createClientUser({ clientId: world.us.user.clientId, user: { role } });
  };
  const create = (role: Audience): Promise<TestUser> =>
    role === 'client' ? api.createClientUser() : api.createStaff(role);

  async function wrongScope(role: Audience): Promise<Stranger> {
    const client = await api.signIn(await create(role));
    const refused = (tenancy: Tenancy): boolean => !isAtHome(tenancy, role);
    return { who: `the scope ${role}`, client, refused };
  }

  /** Tokens that would be accepted if they had not ended, each in a different way. */
  async function endedTokens(role: Audience): Promise<Stranger[]> {
    const refused = (tenancy: Tenancy): boolean => needs(tenancy, role);
    const ended = async (who: string, end: (user: TestUser, client: TestClient) => Promise<unknown>) => {
      const user = await create(role);
      const client = await api.signIn(user);
      await end(user, client);
      return { who: `${role}, ${who}`, client, refused };
    };
    const set = (assignment: string) => (user: TestUser) =>
      api.db.query(`UPDATE users SET ${assignment} WHERE id = $1`, [user.id]);
    const cookieUser = await create(role);
    return [
      await ended('signed out', (_user, client) => client.post('/api/v1/logout')),
      await ended('suspended', set('suspended = true')),
      await ended('after a new password', set('token_version = token_version + 1')),
      {
        ...(await ended('with a temporary password', set('must_change_password = true'))),
        refused: (tenancy) => needs(tenancy, role) && tenancy.beforePasswordChange !== true,
      },
      { who: `${role}, expired`, client: api.client.withToken(await expiredToken(role)), refused },
      {
        who: `${role}, by cookie from another page`,
        client: new TestClient(api.url, {
          cookie: `session=${await api.login(cookieUser)}`,
          origin: 'https://evil.example.test',
        }),
        refused: (tenancy, { method }) => needs(tenancy, role) && method !== 'GET',
      },
    ];
  }

  async function expiredToken(role: Audience): Promise<string> {
    const token = jwt.decode(await api.login(await create(role)), { complete: true });
    const claims = { ...(token?.payload as Json) };
    return forgeToken({ ...token?.header }, { ...claims, exp: Number(claims.iat) - 1 });
  }

  /** A key of our client with every right that keys can have except one. */
  async function keyWithout(scope: KeyScope): Promise<TestClient> {
    const scopes = KEY_SCOPES.filter((other) => other !== scope);
    const { body } = await world.us.client.post('/api/v1/api-keys', { name: `without ${scope}`, scopes });
    return api.client.withToken(body.api_key);
  }

  for (const scope of KEY_SCOPES) {
    it(`is refused with 403 to keys without the scope ${scope} where it is needed, and nothing happens`, async () => {
      const machine = await keyWithout(scope);
      const before = await everyRow(api.db);
      const closed = GUARDED.filter(({ name }) => tenancyOf(name).keys === scope);
      expect(closed).to.have.length.greaterThan(1);
      for (const operation of closed) {
        const answer = await machine.send(operation.method, pathFor(world, operation), {
          json: operation.body,
        });
        expectSafe(operation.name, answer);
        expectError(answer, { httpStatus: 403, status: 'forbidden' });
      }
      expect(await everyRow(api.db), 'the rows of the database').to.deep.equal(before);
    });
  }

  for (const operation of GUARDED) {
    const { name, method, body } = operation;
    it(`of ${name} is refused with 401 to everybody it is not for, and nothing happens`, async () => {
      const before = await everyRow(api.db);
      const tenancy = tenancyOf(name);
      const refused = strangers.filter((stranger) => stranger.refused(tenancy, operation));
      expect(refused.length).to.be.greaterThan(6);
      for (const { who, client } of refused) {
        const answer = await client.send(method, pathFor(world, operation), { json: body });
        expectSafe(`${who}: ${name}`, answer);
        expectError(answer, { httpStatus: 401, status: 'unauthorized' });
        expect(answer.headers.get('www-authenticate'), who).to.match(
          who === 'nobody' ? /^Bearer$/ : UNUSABLE_TOKEN,
        );
      }
      expect(await everyRow(api.db), 'the rows of the database').to.deep.equal(before);
    });

    it(`of ${name} is refused with 403 to every other role of its scope, and nothing happens`, async () => {
      const before = await everyRow(api.db);
      const tenancy = tenancyOf(name);
      for (const role of ROLES.filter((other) => isAtHome(tenancy, other))) {
        if (tenancy.roles.includes(role)) continue;
        const answer = await people[role].send(method, pathFor(world, operation), { json: body });
        expectSafe(`${role}: ${name}`, answer);
        expectError(answer, { httpStatus: 403, status: 'forbidden' });
        for (const allowed of tenancy.roles) expect(answer.body.message).to.include(allowed);
      }
      expect(await everyRow(api.db), 'the rows of the database').to.deep.equal(before);
    });

    it(`of ${name} is given to those it is for`, async () => {
      const callers = [
        callerOf(world, operation),
        ...tenancyOf(name).roles.map((role) => people[role]),
        ...(tenancyOf(name).keys === undefined ? [] : [world.us.machine]),
      ];
      for (const caller of callers) {
        // With a field that no body has: they are let in, and still nothing is done.
        const json = body === undefined ? undefined : { ...body, no_such_field: 1 };
        const answer = await caller.send(method, pathFor(world, operation), { json });
        expectSafe(name, answer);
        const status = operation.form ? 415 : body === undefined ? 200 : 422;
        expect(answer.status, JSON.stringify(answer.body)).to.equal(status);
      }
    });
  }
});
