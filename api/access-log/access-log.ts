import type { Access } from '../../shared/access-log/access-record.js';
import { appendFound } from '../../shared/access-log/append-accesses.js';
import { Batcher } from '../../shared/batching/batcher.js';
import type { DatabasePool, Sql, Transaction } from '../../shared/db/database.js';
import { withAccounts } from '../auth/account-scope.js';
import { type Caller, judgeCallers } from '../auth/judge-callers.js';
import type { VerificationKey } from '../verifications/load-verification.js';

/** As many as one acceptance takes. */
const MAX_BATCH = 200;

/** A look at one verification that begins with reading it. */
export interface Look<Row> {
  key: VerificationKey;
  /** Who looks, judged once more where the row is read. */
  caller: Caller;
  /** Reads what is looked at, in the order of the keys; looks that name the same function share its statement. */
  read(sql: Sql, keys: readonly VerificationKey[]): Promise<readonly Row[]>;
  /** What showing the row opens; undefined when it says nothing about anybody. */
  opens(row: Row): Access | undefined;
}

/** A look, or the word of one whose row is known already. */
interface Item {
  clientId: string;
  look: Look<unknown> | undefined;
  opens(row: unknown): Access | undefined;
}

/**
 * Writes down who opens what about whom (contract 11). Looks that come while a commit is under way share the next one,
 * so that a client's chain costs a busy process one commit for many looks.
 */
export class AccessLog {
  readonly #batcher: Batcher<Item, Seen>;

  constructor(db: Pick<DatabasePool, 'scoped'>) {
    this.#batcher = new Batcher({
      run: (items) => db.scoped(withAccounts(items)).transaction((sql) => see(sql, items)),
      laneOf: ({ clientId }) => clientId,
      maxBatch: MAX_BATCH,
    });
  }

  /** To be awaited before anything of what is opened leaves: nobody looks without a trace. */
  async record(access: Access): Promise<void> {
    await this.#batcher.submit({ clientId: access.clientId, look: undefined, opens: () => access });
  }

  /**
   * Judges the caller and reads what is looked at in the transaction that writes the look down: one round trip instead of
   * three. Throws the 401 or 403 of a caller who may not look any more; nothing is written down then.
   */
  async look<Row>(look: Look<Row>): Promise<Row> {
    const { opens, key } = look;
    const item = { clientId: key.clientId, look, opens: (row: unknown) => opens(row as Row) };
    const { row, refusal } = await this.#batcher.submit(item);
    if (refusal !== undefined) throw refusal;
    return row as Row;
  }
}

/** What became of a look; the row of one who may not look says nothing. */
interface Seen {
  row: unknown;
  refusal: Error | undefined;
}

async function see(sql: Transaction, items: readonly Item[]): Promise<Seen[]> {
  let seen: Seen[] = [];
  const callers = items.flatMap(({ look }) => look?.caller ?? []);
  await appendFound(sql, items, async () => {
    const [rows, refusalOf] = await Promise.all([readRows(sql, items), judgeCallers(sql, callers)]);
    seen = items.map((item) => {
      const refusal = item.look && refusalOf(item.look.caller);
      return { refusal, row: refusal === undefined ? rows.get(item) : undefined };
    });
    return items.flatMap((item, index) => {
      const { row, refusal } = seen[index] as Seen;
      return refusal === undefined ? (item.opens(row) ?? []) : [];
    });
  });
  return seen;
}

/** One statement for all looks that read alike. */
async function readRows(sql: Sql, items: readonly Item[]): Promise<Map<Item, unknown>> {
  const rows = new Map<Item, unknown>();
  const readers = new Set(items.flatMap(({ look }) => look?.read ?? []));
  const readThose = async (read: Look<unknown>['read']): Promise<void> => {
    const alike = items.flatMap((item) => (item.look?.read === read ? [{ item, key: item.look.key }] : []));
    const found = await read(
      sql,
      alike.map(({ key }) => key),
    );
    for (const [index, { item }] of alike.entries()) rows.set(item, found[index]);
  };
  await Promise.all([...readers].map(readThose));
  return rows;
}
