import 'reflect-metadata';
import { median } from '../../../harness/median.js';
import { readFlags, whole } from '../../../harness/read-flags.js';
import { hashPassword } from '../../../shared/accounts/passwords.js';
import { buildUser } from '../../support/database/factories.js';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../../support/global.js';
import { type Service, startService } from '../../support/processes/service.js';

const options = readFlags(
  {
    command: 'npm run security:timing',
    does: 'Measures whether the duration of a failed login tells that its e-mail exists.',
  },
  { pairs: whole('of failed logins', 1_000), seconds: whole('in all', 180, { most: 86_400 }) },
);
/** Below the ten failures after which an e-mail is limited. */
const TRIES_PER_EMAIL = 9;
/** Below the fifty failures after which an address is limited. */
const TRIES_PER_ADDRESS = 40;
/** The goal of S16: how well a classifier may do by timing alone, 0.5 being chance. */
const MAX_AUC = 0.55;

interface Times {
  known: number[];
  unknown: number[];
}

/**
 * Measures whether the time of a failed login reveals whether its e-mail exists. Exits with 1 if a classifier that sees
 * only the time would do better than MAX_AUC.
 */
async function main(): Promise<number> {
  await mochaGlobalSetup();
  let service: Service | undefined;
  try {
    service = await startService({ workers: 0, env: { TRUST_PROXY: 'loopback' } });
    const { known, unknown } = await measure(service);
    const auc = areaUnderCurve(known, unknown);
    process.stdout.write(
      `${known.length} pairs; median ${median(known).toFixed(1)} ms known, ${median(unknown).toFixed(1)} ms unknown; AUC ${auc.toFixed(3)} (at most ${MAX_AUC})\n`,
    );
    return auc <= MAX_AUC ? 0 : 1;
  } finally {
    await service?.stop();
    await mochaGlobalTeardown();
  }
}

async function measure(service: Service): Promise<Times> {
  const emails = await knownEmails(service);
  const times: Times = { known: [], unknown: [] };
  const deadline = performance.now() + options.seconds * 1_000;
  for (let pair = 0; pair < options.pairs && performance.now() < deadline; pair += 1) {
    const known = emails[pair % emails.length] ?? '';
    const unknown = `${crypto.randomUUID()}@example.test`;
    // Alternating, so that neither always comes first.
    const order = pair % 2 === 0 ? ([known, unknown] as const) : ([unknown, known] as const);
    for (const email of order) {
      times[email === known ? 'known' : 'unknown'].push(await failedLogin(service, email, pair));
    }
  }
  return times;
}

async function knownEmails({ db }: Service): Promise<string[]> {
  const passwordHash = await hashPassword('the password that nobody tries');
  const count = Math.ceil(options.pairs / TRIES_PER_EMAIL);
  const users = await Promise.all(
    Array.from({ length: count }, () => buildUser(db, { clientId: null, passwordHash })),
  );
  return users.map(({ email }) => email);
}

async function failedLogin({ api }: Service, email: string, pair: number): Promise<number> {
  const group = Math.floor((pair * 2) / TRIES_PER_ADDRESS);
  const headers = { 'x-forwarded-for': `192.0.${Math.floor(group / 250)}.${group % 250}` };
  const startedAt = performance.now();
  const { status } = await api.client.post(
    '/api/v1/login',
    { email, password: 'not the password' },
    { headers },
  );
  if (status !== 401) throw new Error(`A failed login was answered with ${status}`);
  return performance.now() - startedAt;
}

/**
 * How often a time of one kind exceeds one of the other, in whichever direction is more frequent: 0.5 if they cannot be
 * told apart.
 */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let above = 0;
  for (const a of first) for (const b of second) above += a > b ? 1 : a === b ? 0.5 : 0;
  const share = above / (first.length * second.length);
  return Math.max(share, 1 - share);
}

process.exitCode = await main();
