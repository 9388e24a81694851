import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { verifyAccessChains } from '../../scripts/verify/verify-access-chains.js';
import { openDatabase, type Sql } from '../../shared/db/database.js';
import { fromPublicId } from '../../shared/domain/ids.js';

/** An answer as it came over the wire. */
export interface SeenAnswer {
  /** Whole: of which API it is says which database has to know of it. */
  url: string;
  status: number;
  contentType: string;
  /** Parsed JSON, or anything. */
  body: unknown;
  /** That it asks to be asked again (`Retry-After`): what it is about has no result. */
  unfinished: boolean;
}

/** What was opened, by verification; files of many stand under this name. */
const MANY = 'files of many';
type Opened = Map<string, number>;

/** Names of databases, by the address of the API that works on them: some reach theirs by a detour. */
const databases = new Map<string, string>();
const openings = new Map<string, Opened>();
let accounted = 0;

/** Says on whose database an API works, so that its answers can be held against the access log there. */
export function witnessApi(apiUrl: string, databaseUrl: string): void {
  databases.set(new URL(apiUrl).origin, nameOf(databaseUrl));
}

/**
 * Notes what an answer opens of anybody, by what stands in it: nothing that the service says about itself is asked. An
 * answer that never arrived whole is not seen, so the log may know more than the witness, and never less.
 */
export function witnessAnswer(answer: SeenAnswer): void {
  const database = databases.get(new URL(answer.url).origin);
  if (database === undefined || answer.status >= 300) return;
  const opened = openings.get(database) ?? new Map<string, number>();
  for (const name of new Set(openedBy(answer))) opened.set(name, (opened.get(name) ?? 0) + 1);
  openings.set(database, opened);
}

/** Answers to `fetch` that are still on their way. */
const arriving = new Set<Promise<void>>();
/** A test may leave an answer half read for ever; any other is there at once. */
const ARRIVES_WITHIN_MS = 2_000;

/**
 * From here on sees what every `fetch` of this process is answered by the APIs that are known, whoever calls it: tests,
 * or the client package. Browsers are seen where they are driven, and what other programs are sent is not.
 */
export function witnessFetches(): void {
  const plainly = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await plainly(...request);
    if (URL.canParse(response.url) && databases.has(new URL(response.url).origin)) {
      const seen = witnessResponse(response.clone())
        // It was broken off, so nobody has it whole.
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
 * What was opened of this database and does not stand in its access log as often, and what is wrong with the chains of
 * the log. Every opening is held against the log once.
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

/** Fails when somebody looked without a trace. */
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
/** Of staff, about as many clients as there are rows: one without rows is about nobody. */
const FILES_OF_STAFF = /^\/api\/v1\/support\/(reviews|decisions)$/;
const REQUEST = /ver_\w+/;
/** Examples, which are about nobody. */
const DESCRIPTIONS = /^\/api\/v1\/(services|openapi\.json)/;

function openedBy({ url, contentType, body, unfinished }: SeenAnswer): string[] {
  const { pathname } = new URL(url);
  if (!pathname.startsWith('/api/v1/') || DESCRIPTIONS.test(pathname)) return [];
  // A document can't be read from here. Before there is a result it holds a masked subject and says that it waits.
  if (/pdf|image/.test(contentType)) return unfinished ? [] : idsOf(REQUEST.exec(pathname)?.[0]);
  if (contentType.includes('csv')) {
    const isOpening = FILES_OF_STAFF.test(pathname)
      ? String(body).trim().includes('\n')
      : FILES_OF_MANY.test(pathname) && isAboutPeople(body);
    return isOpening ? [MANY] : [];
  }
  return contentType.includes('json') ? openedIn(body) : [];
}

/** Developers get a file that says how far each request is, and nothing of whom it is about. */
function isAboutPeople(file: unknown): boolean {
  const [header = ''] = String(file).split('\n');
  return /subject|label|outcome/.test(header);
}

/**
 * Every verification in a body that says of somebody what was found, or who it is. A line of a list has the outcome in a
 * word, under a masked subject: that is no opening, or who scrolls would bury who looked.
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
