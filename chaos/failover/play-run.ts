import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../harness/wait-for.js';
import type { Sql } from '../../shared/db/database.js';
import type { Finding } from '../check/find-broken-promises.js';
import { type CheckTrace, readTraces } from '../check/read-traces.js';
import { replayAll } from '../check/replay-all.js';
import type { ClientRequest } from '../client/request.js';
import type { Random } from '../random.js';
import { Load } from '../soak/load.js';
import { openSiteDatabase } from '../world/site.js';
import type { FailoverSite } from './failover-site.js';
import { judgeRun, type Verdict } from './judge-run.js';
import type { Kind } from './kinds.js';
import { type Probes, probe } from './probe.js';
import { findRevived, signOut } from './signed-out.js';

/** One failure, and its results. */
export type RunReport = Verdict &
  Omit<Probes, 'requests'> & {
    /** Answers before a request was accepted that a client takes for errors, and answers that never came. */
    readonly errors: number;
    /** The observations of each of its checks. */
    readonly traces: readonly CheckTrace[];
  };

const PER_SECOND = 20;
/** Of the test side: enough that some checks are open whenever something fails. */
const TESTS_PER_SECOND = 3;
/** Load before acknowledgements may be forgotten, in milliseconds. */
const BEFORE_MS = { min: 1_000, max: 2_500 };
/** Half of what may be lost is sent again with the same key; the other half is never mentioned again. */
const SENT_AGAIN = 0.5;
const SETTLES_WITHIN_MS = 180_000;
const ADOPTS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 150;

/** Makes the servers of a kind fail under load, waits until everything is settled, and judges the run from outside. */
export async function playRun(
  site: FailoverSite,
  kind: Kind,
  name: string,
  random: Random,
): Promise<RunReport> {
  const { failing } = site;
  await Promise.all(failing.map((server) => server.prepare(random)));
  const before = await withDatabase(site, newestHistory);
  const keyOf = kind.mixedCase ? inMixedCase(name) : (number: number): string => `${name}-${number}`;
  const signedOut = await signOut(site);
  const load = new Load([site.submitter], random.for('load'), kind.perSecond ?? PER_SECOND, keyOf);
  const tests = new Load(
    [site.testSide],
    random.for('tests'),
    TESTS_PER_SECOND,
    (number) => `${name}-test-${number}`,
  );
  await sleep(random.between(BEFORE_MS.min, BEFORE_MS.max));
  await Promise.all(failing.map((server) => server.endanger()));
  await sleep(random.between(kind.endangeredMs.min, kind.endangeredMs.max));
  const [{ requests: probes, ...times }] = await Promise.all([
    probe(`${name}-probe`, site),
    ...failing.map((server) => server.fail()),
  ]);
  await Promise.all([load.stop(), tests.stop()]);
  const adoption = kind.newHistory ? await withDatabase(site, (sql) => findAdoption(sql, before)) : undefined;
  const requests = [...load.requests, ...probes];
  const all = [...requests, ...tests.requests];
  const errors = all.reduce((total, { answers }) => total + countErrors(answers), 0);
  const verdict = await judgeAfter(site, { kind, requests, tests: tests.requests, adoption }, random);
  const traces = await withDatabase(site, (sql) =>
    readTraces(sql, {
      keys: requests.map(({ key }) => key),
      calls: site.provider.calls(),
      checkIds: requests.map(({ key }) => site.checkIdOf(key)),
      since: before?.id,
    }),
  );
  const stuck = [...load.givenUp, ...tests.givenUp].map((what): Finding => ({ kind: 'stuck', what }));
  const revived = await findRevived(site, signedOut);
  return { ...verdict, ...times, errors, traces, findings: [...stuck, ...revived, ...verdict.findings] };
}

/** Keys that are equal if letter case is ignored. */
function inMixedCase(name: string): (number: number) => string {
  return (number) => {
    const letters = [...'ordernumber'].map((letter, place) =>
      (number >> place) % 2 === 0 ? letter : letter.toUpperCase(),
    );
    return `${name}-${letters.join('')}`;
  };
}

function countErrors(answers: Readonly<Record<string, number>>): number {
  const errors = Object.entries(answers).filter(([status]) => !status.startsWith('2'));
  return errors.reduce((total, [, times]) => total + times, 0);
}

/** The history that a failure of PostgreSQL started. */
interface Adoption {
  id: string;
  complete: boolean;
  compared: boolean;
}

async function judgeAfter(
  site: FailoverSite,
  run: {
    kind: Kind;
    requests: readonly ClientRequest[];
    tests: readonly ClientRequest[];
    adoption: Adoption | undefined;
  },
  random: Random,
): Promise<Verdict> {
  const { requests, tests, adoption } = run;
  return withDatabase(site, async (sql) => {
    await waitUntilSettled(sql);
    const part = run.kind.mixedCase ? 1 : SENT_AGAIN;
    const isSentAgain = ({ ids }: ClientRequest): boolean => ids.size > 0 && random.next() < part;
    const unanswered = await Promise.all([
      replayAll(requests.filter(isSentAgain), site.submitter),
      replayAll(tests.filter(isSentAgain), site.testSide),
    ]);
    await waitUntilSettled(sql);
    const calls = site.provider.calls();
    const { mayLose } = run.kind;
    const verdict = await judgeRun(sql, {
      ...{ requests: [...requests, ...tests], calls, mayLose },
      witnessComplete: adoption?.complete ?? true,
    });
    return { ...verdict, findings: [...unanswered.flat(), ...verdict.findings] };
  });
}

async function newestHistory(sql: Sql): Promise<Adoption | undefined> {
  const [row] = await sql.query<Adoption>(
    `SELECT h.id, coalesce(h.witness_complete, true) AS complete, EXISTS (
       SELECT FROM audit_log a WHERE a.action = 'history.requests_compared' AND a.target = h.id::text) AS compared
     FROM database_histories h ORDER BY h.adopted_at DESC LIMIT 1`,
  );
  return row;
}

/** Waits until the present database is adopted and what is gone is named; undefined if nothing was noticed. */
function findAdoption(sql: Sql, before: Adoption | undefined): Promise<Adoption | undefined> {
  return waitFor(
    async () => {
      await sleep(LOOK_EVERY_MS);
      const newest = await newestHistory(sql);
      return newest?.compared === true && newest.id !== before?.id && newest;
    },
    { timeoutMs: ADOPTS_WITHIN_MS, describe: 'the history is adopted and compared' },
  ).catch(() => undefined);
}

/** Times out if something never settles, which the judge then finds. */
async function waitUntilSettled(sql: Sql): Promise<void> {
  await waitFor(
    async () => {
      await sleep(LOOK_EVERY_MS);
      const pending = await sql.query(`SELECT FROM verifications WHERE status = 'pending' LIMIT 1`);
      return pending.length === 0;
    },
    { timeoutMs: SETTLES_WITHIN_MS, describe: 'no request is pending' },
  ).catch(() => undefined);
}

async function withDatabase<Result>(
  site: FailoverSite,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const db = await openSiteDatabase(site);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
