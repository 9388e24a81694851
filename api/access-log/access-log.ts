import type { Access } from '../../shared/access-log/access-record.js';
import { appendFound } from '../../shared/access-log/append-accesses.js';
import { Batcher } from '../../shared/batcher.js';
import type { DatabasePool, Sql, Transaction } from '../../shared/db/database.js';
import { withAccounts } from '../auth/account-scope.js';
import { authoriseCallers, type Caller } from '../auth/authorise-callers.js';
import type { VerificationKey } from '../verifications/load-verification.js';

/** The same limit as for acceptances in one transaction. */
const MAX_BATCH = 200;

/** A look at one verification, which includes reading it. */
export interface Look<Row> {
  key: VerificationKey;
  /** Who looks; authorised again in the transaction that reads the row. */
  caller: Caller;
  /** Reads the rows in the order of the keys; looks that share this function share one statement. */
  read(sql: Sql, keys: readonly VerificationKey[]): Promise<readonly Row[]>;
  /** What showing the row discloses; undefined if it says nothing about anyone. */
  opens(row: Row): Access | undefined;
}

/** A look that still has to read its row, or the record of one whose row is known already. */
interface Item {
  clientId: string;
  look: Look<unknown> | undefined;
  opens(row: unknown): Access | undefined;
}

/**
 * Records who opens what about whom (contract 11). Looks that arrive during a commit share the next one, so that a
 * client polling many verifications costs a busy process one commit for many looks.
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

  /** Must be awaited before anything opened is sent: nobody looks without a trace. */
  async record(access: Access): Promise<void> {
    await this.#batcher.submit({ clientId: access.clientId, look: undefined, opens: () => access });
  }

  /**
   * Authorises the caller and reads the row in the transaction that records the look: one round trip instead of three.
   * Throws the 401 or 403 of a caller who may no longer look, and then records nothing.
   */
  async look<Row>(look: Look<Row>): Promise<Row> {
    const { opens, key } = look;
    const item = { clientId: key.clientId, look, opens: (row: unknown) => opens(row as Row) };
    const { row, refusal } = await this.#batcher.submit(item);
    if (refusal !== undefined) throw refusal;
    return row as Row;
  }
}

/** The result of a look; a caller who may not look learns nothing of the row. */
interface Seen {
  row: unknown;
  refusal: Error | undefined;
}

async function see(sql: Transaction, items: readonly Item[]): Promise<Seen[]> {
  let seen: Seen[] = [];
  const callers = items.flatMap(({ look }) => look?.caller ?? []);
  await appendFound(sql, items, async () => {
    const [rows, refusalOf] = await Promise.all([readRows(sql, items), authoriseCallers(sql, callers)]);
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

/** Runs one statement for all looks that read the same way. */
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
