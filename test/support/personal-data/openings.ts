import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { verifyAccessChains } from '../../../scripts/verify/verify-access-chains.js';
import { openDatabase, type Sql } from '../../../shared/db/database.js';
import { fromPublicId } from '../../../shared/domain/ids.js';

/** An answer as it was received. */
export interface SeenAnswer {
  /** The full URL: the API it belongs to determines which database must have recorded it. */
  url: string;
  status: number;
  contentType: string;
  /** Parsed JSON, or anything else. */
  body: unknown;
  /** Whether it asks to be polled again (`Retry-After`): there is no result yet. */
  unfinished: boolean;
}

/** Openings are counted by verification; files with many verifications count under this name. */
const MANY = 'files of many';
type Opened = Map<string, number>;

/** Database names by the address of the API that uses them: some APIs reach theirs through a relay. */
const databases = new Map<string, string>();
const openings = new Map<string, Opened>();
let accounted = 0;

/** Records which database an API uses, so that its answers can be compared with the access log there. */
export function witnessApi(apiUrl: string, databaseUrl: string): void {
  databases.set(new URL(apiUrl).origin, nameOf(databaseUrl));
}

/**
 * Records what an answer discloses about anyone, judging by its content and not by what the service says about itself.
 * An answer that never arrived in full is not counted, so the access log may contain more than was seen here, but never
 * less.
 */
export function witnessAnswer(answer: SeenAnswer): void {
  const database = databases.get(new URL(answer.url).origin);
  if (database === undefined || answer.status >= 300) return;
  const opened = openings.get(database) ?? new Map<string, number>();
  for (const name of new Set(openedBy(answer))) opened.set(name, (opened.get(name) ?? 0) + 1);
  openings.set(database, opened);
}

/** Answers to `fetch` that are still arriving. */
const arriving = new Set<Promise<void>>();
/** A test may leave an answer half read for ever; any other arrives at once. */
const ARRIVES_WITHIN_MS = 2_000;

/**
 * From now on records what every `fetch` of this process receives from known APIs, whoever calls it: tests, or the
 * client package. Browsers are covered where they are driven; other programs are not.
 */
export function witnessFetches(): void {
  const plainly = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await plainly(...request);
    if (URL.canParse(response.url) && databases.has(new URL(response.url).origin)) {
      const seen = witnessResponse(response.clone())
        // It was aborted, so nobody received all of it.
        .catch(() => undefined)
        .finally(() => arriving.delete(seen));
      arriving.add(seen);
    }
    return response;
  };
}

async function witnessResponse(response: Response): Promise<void> {
  const contentType = response.headers.get('content-type') ?? '';
  const text = await response.text();
  const body: unknown = contentType.includes('json') && text !== '' ? JSON.parse(text) : text;
  const unfinished = response.headers.has('retry-after');
  witnessAnswer({ url: response.url, status: response.status, contentType, body, unfinished });
}

const nameOf = (databaseUrl: string): string => /[^/]+$/.exec(databaseUrl.split('?')[0] ?? '')?.[0] ?? '';

/** How many openings were seen and found in an access log in this run. */
export const accountedOpenings = (): number => accounted;

/**
 * What was opened from this database but is not in its access log as often, and what is wrong with the log's chains.
 * Every opening is compared with the log once.
 */
export async function findUnlogged(databaseUrl: string): Promise<string[]> {
  await Promise.race([Promise.all(arriving), sleep(ARRIVES_WITHIN_MS, undefined, { ref: false })]);
  const opened = openings.get(nameOf(databaseUrl));
  openings.delete(nameOf(databaseUrl));
  if (opened === undefined) return [];
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'test',
    scope: 'operator',
    poolSize: 1,
  });
  try {
    const logged = await readLogged(db);
    const { broken } = await verifyAccessChains(db);
    const unlogged = [...opened].flatMap(([name, times]) => {
      const known = logged.get(name) ?? 0;
      return known >= times ? [] : [`${name}: opened ${times} times, in the access log ${known} times`];
    });
    accounted += [...opened.values()].reduce((sum, times) => sum + times, 0);
    return [...unlogged, ...broken.map(({ entryNo, problem }) => `entry ${entryNo}: ${problem}`)];
  } finally {
    await db.close();
  }
}

/** Fails if someone looked without a trace. */
export async function expectLogged(databaseUrl: string): Promise<void> {
  expect(await findUnlogged(databaseUrl), 'opened, and not in the access log').to.deep.equal([]);
}

async function readLogged(sql: Sql): Promise<Opened> {
  const rows = await sql.query<{ verification_id: string | null; times: number }>(
    'SELECT verification_id, count(*)::integer AS times FROM access_log GROUP BY verification_id',
  );
  return new Map(rows.map(({ verification_id, times }) => [verification_id ?? MANY, times]));
}

const FILES_OF_MANY = /^\/api\/v1\/(verifications(\/search)?|batches\/\w+\/(rows|results))$/;
/** For staff, a file concerns as many clients as it has rows for: one without rows concerns nobody. */
const FILES_OF_STAFF = /^\/api\/v1\/support\/(reviews|decisions)$/;
const REQUEST = /ver_\w+/;
/** Examples, which are about nobody. */
const DESCRIPTIONS = /^\/api\/v1\/(services|openapi\.json)/;

function openedBy({ url, contentType, body, unfinished }: SeenAnswer): string[] {
  const { pathname } = new URL(url);
  if (!pathname.startsWith('/api/v1/') || DESCRIPTIONS.test(pathname)) return [];
  // PDFs and pictures are not parsed here. Before there is a result, one contains only a masked subject and says that
  // it waits.
  if (/pdf|image/.test(contentType)) return unfinished ? [] : idsOf(REQUEST.exec(pathname)?.[0]);
  if (contentType.includes('csv')) {
    const isOpening = FILES_OF_STAFF.test(pathname)
      ? String(body).trim().includes('\n')
      : FILES_OF_MANY.test(pathname) && isAboutPeople(body);
    return isOpening ? [MANY] : [];
  }
  return contentType.includes('json') ? openedIn(body) : [];
}

/** Developers get a file with the progress of each request, and nothing about its subject. */
function isAboutPeople(file: unknown): boolean {
  const [header = ''] = String(file).split('\n');
  return /subject|label|outcome/.test(header);
}

/**
 * Every verification about which a body discloses a finding or an identity. A line of a list contains the outcome in a
 * word and a masked subject: that does not count, or scrolling would bury the entries that matter.
 */
function openedIn(value: unknown, ofList = false): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.entries(value).flatMap(([name, member]) =>
    openedIn(member, ofList || name === 'data'),
  );
  return saysOfSomebody(value, ofList) ? [...idsOf(Reflect.get(value, 'request_id')), ...within] : within;
}

function saysOfSomebody(value: object, ofList: boolean): boolean {
  const { result, checks, subject } = value as Record<string, unknown>;
  if (!ofList && typeof result === 'object' && result !== null) return true;
  if (Array.isArray(checks) && checks.some(hasDetails)) return true;
  return typeof subject === 'string' && subject !== '' && !subject.startsWith('*');
}

function hasDetails(check: unknown): boolean {
  const { details } = Object(check) as { details?: unknown };
  return typeof details === 'object' && details !== null;
}

function idsOf(requestId: unknown): string[] {
  const id = typeof requestId === 'string' ? fromPublicId('verification', requestId) : undefined;
  return id === undefined ? [] : [id];
}
