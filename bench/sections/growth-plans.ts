import type { AuditFilters } from '../../api/admin/audit-query.js';
import { loadAuditLog } from '../../api/admin/load-audit-log.js';
import { DEFAULT_DAYS } from '../../api/home/get-home.js';
import { loadClientSums } from '../../api/home/load-clients.js';
import { loadDays, loadServiceSums } from '../../api/home/load-figures.js';
import { loadFinished, loadOpen } from '../../api/home/load-open.js';
import { dayOf, firstDay } from '../../api/home/present-home.js';
import { loadReviews } from '../../api/reviews/load-reviews.js';
import type { ReviewFilters } from '../../api/reviews/reviews-query.js';
import { formatPosition, type HistoryPosition } from '../../api/verifications/history/history-position.js';
import type { HistoryFilters } from '../../api/verifications/history/history-query.js';
import { loadHistory } from '../../api/verifications/history/load-history.js';
import { loadVersions } from '../../api/verifications/load-verification.js';
import { loadReports } from '../../api/verifications/report/load-report.js';
import { readCreateRequest } from '../../api/verifications/submission/create-request.js';
import type { EntryFilters } from '../../api/wallet/entries-query.js';
import { loadEntries } from '../../api/wallet/load-entries.js';
import type { BenchClient } from '../../harness/create-clients.js';
import { PlanRecorder, type RecordedPlan } from '../../harness/plan-recorder.js';
import type { Site } from '../../harness/site-servers.js';
import { acceptVerifications } from '../../shared/acceptance/accept-verifications.js';
import { prepareSubmission } from '../../shared/acceptance/prepare-submission.js';
import { loadBacklog } from '../../shared/backlog/load-backlog.js';
import { loadFigures } from '../../shared/backlog/load-figures.js';
import { readApiConfig } from '../../shared/config/api.js';
import { type Database, openDatabase } from '../../shared/db/database.js';
import { claimIdleChecks } from '../../worker/reconciler/examine-idle-checks.js';
import { findLostCalls } from '../../worker/reconciler/find-lost-calls.js';
import { BODY } from '../load/post.js';
import { formatValue } from '../report/figures.js';
import { table } from '../report/table.js';

const LIMIT = 25;
/** The page that represents those far back, unless the history is shorter. */
const FAR_BACK = 1_000;

const ALL: HistoryFilters = {
  status: undefined,
  serviceCode: undefined,
  outcome: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  subjectHashes: undefined,
  idempotencyKey: undefined,
  reference: undefined,
  submittedBy: undefined,
};
const ENTRIES: EntryFilters = {
  kind: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  verificationId: undefined,
};
const REVIEWS: ReviewFilters = {
  reason: undefined,
  clientId: undefined,
  reference: undefined,
  serviceCode: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  taken: undefined,
};
const AUDIT: AuditFilters = {
  actor: undefined,
  action: undefined,
  target: undefined,
  createdFrom: undefined,
  createdTo: undefined,
};

type Case = readonly [what: string, run: (recorder: PlanRecorder) => Promise<unknown>];

/** Query plans of every list and of every step of a verification, for the client that owns most of the history. */
export async function describePlans(site: Site, client: BenchClient, size: number): Promise<string> {
  const page = Math.min(FAR_BACK, Math.floor(size / (2 * LIMIT)));
  const db = await openDatabase({
    url: site.databaseUrl,
    applicationName: 'plans',
    scope: 'operator',
    poolSize: 1,
    lookUpsOnly: true,
    statementTimeoutMs: 60_000,
  });
  try {
    const recorder = new PlanRecorder(db);
    const rows: string[][] = [];
    for (const [what, run] of await casesOf(site, client, page, db)) {
      recorder.plans = [];
      // Run twice: the first time reads from disk what is in memory in production.
      await run(recorder);
      recorder.plans = [];
      await run(recorder);
      rows.push(...recorder.plans.filter(isWorthShowing).map((plan) => rowOf(what, plan)));
    }
    return table(['what', 'ms', 'pages', 'rows', 'indexes', 'steps over more than is wanted'], rows);
  } finally {
    await db.close();
  }
}

/** Advisory locks and other steps that read no table are not worth showing. */
function isWorthShowing({ pages, indexes }: RecordedPlan): boolean {
  return pages > 0 || indexes.length > 0;
}

function rowOf(what: string, { milliseconds, pages, rows, indexes, costlySteps }: RecordedPlan): string[] {
  return [
    what,
    formatValue(milliseconds),
    String(pages),
    String(rows),
    indexes.join(', '),
    costlySteps.join(', '),
  ];
}

async function casesOf(site: Site, { clientId }: BenchClient, page: number, db: Database): Promise<Case[]> {
  const [place] = await db.query<HistoryPosition>(
    'SELECT created_at, id FROM verifications WHERE client_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1',
    [clientId, page * LIMIT],
  );
  if (place === undefined) throw new Error('Bug: the history is too short');
  return [
    ...historyCases(clientId, page, place),
    ...walletCases(clientId, page, place),
    ...staffCases(clientId, place),
    ...lifeCases(site, clientId, place),
  ];
}

function historyCases(clientId: string, page: number, place: HistoryPosition): Case[] {
  const first = { limit: LIMIT, after: undefined };
  const wholeDay = {
    createdFrom: new Date(place.created_at.getTime() - 86_400_000),
    createdTo: place.created_at,
  };
  const cases: [string, typeof first | { limit: number; after: string }, HistoryFilters][] = [
    ['history, first page', first, ALL],
    [`history, page ${page}`, { limit: LIMIT, after: formatPosition(place) }, ALL],
    ['history, completed', first, { ...ALL, status: 'completed' }],
    ['history, pending', first, { ...ALL, status: 'pending' }],
    ['history, in review', first, { ...ALL, status: 'manual_review' }],
    ['history, one service', first, { ...ALL, serviceCode: 'address_lookup' }],
    ['history, a service never asked for', first, { ...ALL, serviceCode: 'vehicle_check' }],
    ['history, one outcome', first, { ...ALL, outcome: 'no_record' }],
    ['history, an outcome that never was', first, { ...ALL, outcome: 'mixed' }],
    ['history, one day', first, { ...ALL, ...wholeDay }],
    ['history, one subject', first, { ...ALL, subjectHashes: [Buffer.alloc(32)] }],
    ['history, one key', first, { ...ALL, idempotencyKey: 'history-77' }],
  ];
  return cases.map(([what, wanted, filters]) => [
    what,
    (recorder) => loadHistory(recorder, clientId, wanted, filters),
  ]);
}

function walletCases(clientId: string, page: number, { id }: HistoryPosition): Case[] {
  const first = { limit: LIMIT, after: undefined };
  const farBack = { limit: LIMIT, after: String(page * LIMIT) };
  return [
    ['wallet, first page', (recorder) => loadEntries(recorder, clientId, first, ENTRIES)],
    [`wallet, page ${page} from the end`, (recorder) => loadEntries(recorder, clientId, farBack, ENTRIES)],
    ['wallet, charges', (recorder) => loadEntries(recorder, clientId, first, { ...ENTRIES, kind: 'charge' })],
    [
      'wallet, releases',
      (recorder) => loadEntries(recorder, clientId, first, { ...ENTRIES, kind: 'release' }),
    ],
    [
      'wallet, one verification',
      (recorder) => loadEntries(recorder, clientId, first, { ...ENTRIES, verificationId: id }),
    ],
  ];
}

function staffCases(clientId: string, { created_at }: HistoryPosition): Case[] {
  const first = { limit: LIMIT, after: undefined };
  const nobody = '00000000-0000-0000-0000-000000000000';
  const period = { createdTo: created_at };
  const today = new Date();
  const everybody = { clientId: undefined, from: firstDay(today, DEFAULT_DAYS), to: dayOf(today) };
  const own = { ...everybody, clientId };
  const newest = { clientId, since: undefined, limit: 10 };
  return [
    ['review desk, first page', (recorder) => loadReviews(recorder, first, REVIEWS, nobody)],
    ['review desk, one client', (recorder) => loadReviews(recorder, first, { ...REVIEWS, clientId }, nobody)],
    ['queue page', (recorder) => loadBacklog(recorder)],
    ['figures of /metrics', (recorder) => loadFigures(recorder)],
    ['home of staff, what is open', (recorder) => loadOpen(recorder, undefined)],
    ['home of a client, what is open', (recorder) => loadOpen(recorder, clientId)],
    ['home of staff, by service', (recorder) => loadServiceSums(recorder, everybody)],
    ['home of staff, by day', (recorder) => loadDays(recorder, everybody)],
    ['home of staff, by client', (recorder) => loadClientSums(recorder, everybody)],
    ['home of a client, by service', (recorder) => loadServiceSums(recorder, own)],
    ['home of a client, newest results', (recorder) => loadFinished(recorder, newest)],
    ['audit log, first page', (recorder) => loadAuditLog(recorder, first, AUDIT)],
    ['audit log, a period long ago', (recorder) => loadAuditLog(recorder, first, { ...AUDIT, ...period })],
    [
      'audit log, an act that never was',
      (recorder) => loadAuditLog(recorder, first, { ...AUDIT, action: 'none' }),
    ],
  ];
}

function lifeCases(site: Site, clientId: string, { id }: HistoryPosition): Case[] {
  const config = readApiConfig(site.environment);
  const request = readCreateRequest(JSON.parse(BODY), ['plan'], new Date());
  const by = { actor: 'plan', channel: 'api', correlationId: 'plan', traceparent: undefined } as const;
  const submitter = { caller: null, clientId, ...by };
  const key = { clientId, id };
  return [
    [
      'acceptance',
      (recorder) =>
        acceptVerifications(recorder.asDatabase(), [prepareSubmission(request, submitter, config)]),
    ],
    ['poll of one', (recorder) => loadVersions(recorder, [key])],
    ['report of one', (recorder) => loadReports(recorder, [key])],
    ['reconciler, calls without an answer', (recorder) => findLostCalls(recorder)],
    ['reconciler, pending checks in their turn', (recorder) => claimIdleChecks(recorder.asDatabase())],
  ];
}
