import { expect } from 'chai';
import { median } from '../../harness/median.js';
import { waitFor } from '../../harness/wait-for.js';
import { DUMMY_HASH, hashPassword } from '../../shared/accounts/passwords.js';
import type { TestUser } from '../support/accounts/api-accounts.js';
import { buildUser } from '../support/database/factories.js';
import { TestClient } from '../support/http/client.js';
import { startApi, type TestApi } from '../support/processes/app.js';
import { expectSafe } from './support/safe-answer.js';

const WRONG = 'not the password at all';
const WINDOW_MS = 15 * 60 * 1_000;
/** Headers in which proxies name the caller, and which callers can forge. */
const ADDRESS_HEADERS = [
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'forwarded',
];

describe('an attack on the login', function () {
  this.timeout(120_000);

  let api: TestApi;
  let user: TestUser;
  beforeEach(async () => {
    api = await startApi();
    user = await api.createClientUser();
    await waitFor(() => api.deps.redis.status === 'ready', { describe: 'Redis connected' });
    await api.deps.redis.flushdb();
  });
  afterEach(() => api.close());

  const attempt = (email: string, password: string, headers: Record<string, string> = {}) =>
    api.client.post('/api/v1/login', { email, password }, { headers });
  const lie = (index: number): Record<string, string> =>
    Object.fromEntries(
      ADDRESS_HEADERS.map((name) => [name, `${name === 'forwarded' ? 'for=' : ''}192.0.2.${index % 250}`]),
    );

  it('from one address ends after fifty failures, whatever addresses its headers claim', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 60; index += 1) {
      const answer = await attempt(`nobody-${index}@example.test`, WRONG, lie(index));
      expectSafe('login', answer);
      statuses.push(answer.status);
    }
    expect(statuses).to.deep.equal([...Array(50).fill(401), ...Array(10).fill(429)]);
    const limited = await attempt(user.email, user.password, lie(1));
    expect(Number(limited.headers.get('retry-after'))).to.be.within(1, 900);
  });

  it('does not lock its victim out for longer by going on, nor end the sessions that the victim has', async () => {
    const session = await api.signIn(user);
    for (let index = 0; index < 10; index += 1) await attempt(user.email, WRONG);
    const [key = ''] = await api.deps.redis.keys('*:limit:login-email:*');
    const left = await api.deps.redis.pttl(key);
    expect(left).to.be.within(1, WINDOW_MS);
    for (let index = 0; index < 10; index += 1) {
      expect((await attempt(user.email, WRONG)).status).to.equal(429);
    }
    expect(await api.deps.redis.pttl(key), 'the window has not grown').to.be.at.most(left);
    expect((await session.get('/api/v1/me')).status).to.equal(200);
    await api.deps.redis.del(key);
    expect((await attempt(user.email, user.password)).status, 'once the window is over').to.equal(200);
  });

  it('cannot tell by the work done whether an e-mail exists: both ways hash, at the same cost', async () => {
    const real = await hashPassword(WRONG);
    const cost = (hash: string): string => hash.split('$').slice(0, 4).join('$');
    expect(cost(DUMMY_HASH)).to.equal(cost(real));
    const { email } = await buildUser(api.db, { clientId: null, passwordHash: real });
    const work = { known: [] as number[], unknown: [] as number[], limited: [] as number[] };
    for (let round = 0; round < 7; round += 1) {
      work.known.push(await cpuOf(() => attempt(email, 'another password')));
      work.unknown.push(await cpuOf(() => attempt(`nobody-${round}@example.test`, WRONG)));
    }
    for (let index = 0; index < 5; index += 1) await attempt(email, 'another password');
    for (let round = 0; round < 7; round += 1) {
      work.limited.push(await cpuOf(() => attempt(email, 'another password')));
    }
    const { known, unknown, limited } = work;
    expect(median(unknown) / median(known)).to.be.within(0.5, 2);
    expect(median(limited), 'what does not hash costs less, or nothing is measured').to.be.below(
      median(known) / 2,
    );
  });

  const long = 'p'.repeat(72);
  const pairs: readonly [what: string, password: string, others: readonly string[]][] = [
    ['differing at byte 73', `${long}A`, [`${long}B`, long]],
    ['with the same letters composed otherwise', 'pässword-pässword', ['pässword-pässword'.normalize('NFD')]],
    ['of 128 characters of four bytes', '\u{1f600}'.repeat(128), ['\u{1f600}'.repeat(127)]],
    ['in another case', 'Password-Password', ['password-password', 'PASSWORD-PASSWORD']],
    ['with white space at an end', ' password-password', ['password-password', 'password-password ']],
  ];
  for (const [what, password, others] of pairs) {
    it(`has no help from passwords that are taken for each other: ${what}`, async () => {
      const { email } = await buildUser(api.db, {
        clientId: null,
        passwordHash: await hashPassword(password),
      });
      expect((await attempt(email, password)).status).to.equal(200);
      for (const other of others) expect((await attempt(email, other)).status).to.equal(401);
    });
  }

  it('with endless or unreadable passwords is refused before anything is hashed', async () => {
    const hostile: [password: string, status: number][] = [
      ['x'.repeat(65_536), 413],
      ['x'.repeat(30_000), 422],
      ['\u{1f600}'.repeat(7_000), 422],
      ['password\0password', 422],
      ['password\ud800', 422],
    ];
    const hashing = await cpuOf(() => attempt('nobody@example.test', WRONG));
    for (const [password, status] of hostile) {
      const work = await cpuOf(async () =>
        expect((await attempt(user.email, password)).status, password.slice(0, 20)).to.equal(status),
      );
      expect(work, password.slice(0, 20)).to.be.below(Math.max(hashing, 100));
    }
  });

  it('of two hundred logins at once takes bounded memory, and others are still served', async () => {
    const session = new TestClient(api.url).withToken(await api.login(user));
    const before = process.memoryUsage.rss();
    const flood = Array.from({ length: 200 }, () => attempt(user.email, user.password));
    const others = await Promise.all(Array.from({ length: 20 }, () => session.get('/api/v1/me')));
    expect(others.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(new Set(statuses)).to.have.property('size').that.is.at.most(2);
    expect(statuses.every((status) => status === 200 || status === 429)).to.equal(true);
    expect(statuses.filter((status) => status === 200).length).to.be.greaterThan(10);
    // Two hundred concurrent hashes would take 3.8 GB.
    expect(process.memoryUsage.rss() - before).to.be.below(400 * 1024 * 1024);
  });
});

/** Milliseconds of processor time that this process, including its threads, spends on something. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
