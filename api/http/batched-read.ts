import { Batcher } from '../../shared/batcher.js';

export interface BatchedReadOptions<Key, Row> {
  /** Reads the rows of distinct keys, in the same order. */
  read(keys: readonly Key[]): Promise<readonly Row[]>;
  /** Equal for equal keys. */
  nameOf(key: Key): string;
  /** Readers of one lane keep their order; lanes take turns. */
  laneOf(key: Key): string;
}

/** Enough for any burst; a longer statement would delay every read in it. */
const MAX_BATCH = 500;

/**
 * Makes a read of one key that shares its statement with others: requests that arrive while a statement is running join
 * the next, each key once. A read always starts after it was requested, so it is never stale, and a lone one waits for
 * nothing.
 */
export function batchedRead<Key, Row>(options: BatchedReadOptions<Key, Row>): (key: Key) => Promise<Row> {
  const batcher = new Batcher<Key, Row>({
    run: (keys) => readDistinct(keys, options),
    laneOf: options.laneOf,
    maxBatch: MAX_BATCH,
  });
  return (key) => batcher.submit(key);
}

async function readDistinct<Key, Row>(
  keys: readonly Key[],
  { read, nameOf }: BatchedReadOptions<Key, Row>,
): Promise<Row[]> {
  const names = keys.map(nameOf);
  const distinct = new Map(keys.map((key, index) => [names[index] ?? '', key]));
  const rows = await read([...distinct.values()]);
  if (rows.length !== distinct.size) throw new Error('Bug: a read must answer every key');
  const byName = new Map([...distinct.keys()].map((name, index) => [name, rows[index] as Row]));
  return names.map((name) => byName.get(name) as Row);
}

/**
 * Groups rows by the 1-based position of the key they belong to, for `count` keys; a key without rows gets an empty
 * list.
 */
export function byPlace<Row extends { place: number }>(rows: readonly Row[], count: number): Row[][] {
  const gathered = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) gathered[row.place - 1]?.push(row);
  return gathered;
}
