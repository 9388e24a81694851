import { CHAIN_START } from '../../shared/crypto/keyed-hash.js';

/** What every row of a chain states about the previous one and itself. */
export interface Link {
  previous_hash: Buffer;
  hash: Buffer;
}

export interface Chain<Row extends Link> {
  /** Reads the rows after this number in order: PAGE of them, or fewer at the end. */
  read(after: number): Promise<Row[]>;
  /** Rows are numbered from 1 without gaps. */
  numberOf(row: Row): number;
  hashOf(row: Row): Buffer;
  /** The name of a row in reports. */
  called: keyof typeof ONE;
}

export interface Walked<Row> {
  /** Intact rows. */
  rows: number;
  /** The first broken row. */
  broken?: { row: Row; problem: string };
}

const ONE = { row: 'a row', entry: 'an entry' } as const;

/** Rows read at a time. */
export const PAGE = 1_000;

/** Recomputes a chain from its first row up to the first broken one. */
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
