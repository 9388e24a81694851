import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';

/** What every row of a chain says of the one before it and of itself. */
export interface Link {
  previous_hash: Buffer;
  hash: Buffer;
}

export interface Chain<Row extends Link> {
  /** Reads the rows behind this number in their order: PAGE of them, and fewer at the end. */
  read(after: number): Promise<Row[]>;
  /** Rows are numbered from 1 without gaps. */
  numberOf(row: Row): number;
  hashOf(row: Row): Buffer;
  /** What reports call a row. */
  called: keyof typeof ONE;
}

export interface Walked<Row> {
  /** Rows that hold. */
  rows: number;
  /** The first one that does not. */
  broken?: { row: Row; problem: string };
}

const ONE = { row: 'a row', entry: 'an entry' } as const;

/** Rows that are read at once. */
export const PAGE = 1_000;

/** Re-computes a chain from its first row on, up to the first broken one. */
export async function walkChain<Row extends Link>(chain: Chain<Row>): Promise<Walked<Row>> {
  let last = 0;
  let previous: Buffer = CHAIN_START;
  for (;;) {
    const page = await chain.read(last);
    for (const row of page) {
      const problem = problemOf(chain, row, last + 1, previous);
      if (problem !== undefined) return { rows: last, broken: { row, problem } };
      last = chain.numberOf(row);
      previous = row.hash;
    }
    if (page.length < PAGE) return { rows: last };
  }
}

function problemOf<Row extends Link>(
  { numberOf, hashOf, called }: Chain<Row>,
  row: Row,
  expectedNo: number,
  previous: Buffer,
): string | undefined {
  if (numberOf(row) !== expectedNo) {
    return `${ONE[called]} is missing before it: number ${expectedNo} was expected`;
  }
  if (!row.previous_hash.equals(previous)) return `it does not continue the ${called} before it`;
  if (!row.hash.equals(hashOf(row))) return 'its content does not match its hash';
  return undefined;
}
