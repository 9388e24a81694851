import type { Database, Sql, Transaction } from '../shared/db/database.js';

/** What PostgreSQL did for one statement, in the figures of EXPLAIN. */
export interface RecordedPlan {
  /** Milliseconds excluding planning: the processes plan once per connection. */
  milliseconds: number;
  /** Pages of 8 KiB, both found in memory and read into it. */
  pages: number;
  rows: number;
  indexes: string[];
  /** Plan nodes that would read, sort or hash more than what is requested. */
  costlySteps: string[];
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  'Execution Time': number;
}

/**
 * Runs statements like the processes do, with generic plans, and records EXPLAIN (ANALYZE, BUFFERS) of each. Writes are
 * rolled back, and statements that write return no rows.
 */
export class PlanRecorder implements Sql {
  plans: RecordedPlan[] = [];

  /** `db` must have only one connection, because statements are prepared in it. */
  constructor(private readonly db: Database) {}

  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#record<Row>(this.db, text, values);
  }

  /** Presents itself as a database to the commands being recorded. */
  asDatabase(): Pick<Database, 'query' | 'transaction'> {
    return {
      query: (text, values) => this.query(text, values),
      transaction: (work) => this.#rolledBack(work),
    };
  }

  async #rolledBack<T>(work: (sql: Transaction) => Promise<T>): Promise<T> {
    const undo = new Error('rolled back on purpose');
    let result: { value: T } | undefined;
    await this.db
      .transaction(async (sql) => {
        const query = <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
          this.#record<Row>(sql, text, values);
        result = { value: await work({ query, finish: async (...last) => void (await query(...last)) }) };
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    if (result === undefined) throw new Error('Bug: the work was never run');
    return result.value;
  }

  #queue: Promise<unknown> = Promise.resolve();

  /** One statement at a time: all of them are prepared under one name. */
  #record<Row extends object>(sql: Sql, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const recorded = this.#queue.then(() => this.#explain<Row>(sql, text, values));
    this.#queue = recorded.catch(() => undefined);
    return recorded;
  }

  async #explain<Row extends object>(sql: Sql, text: string, values: readonly unknown[]): Promise<Row[]> {
    const run = `EXECUTE recorded${values.length === 0 ? '' : ` (${values.map(literal).join(', ')})`}`;
    await sql.query(`PREPARE recorded AS ${text}`);
    try {
      const [row] = await sql.query<{ 'QUERY PLAN': [Explained] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${run}`,
      );
      if (row !== undefined) this.plans.push(summarise(row['QUERY PLAN'][0]));
      return /^\s*SELECT\b/.test(text) ? await sql.query<Row>(run) : [];
    } finally {
      // After a failed statement the session may be gone, and the original error is what matters.
      await sql.query('DEALLOCATE recorded').catch(() => undefined);
    }
  }
}

const COSTLY = ['Seq Scan', 'Hash Join', 'Merge Join', 'Sort'];

function summarise({ Plan: plan, 'Execution Time': milliseconds }: Explained): RecordedPlan {
  const nodes = nodesOf(plan);
  return {
    milliseconds,
    pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    rows: plan['Actual Rows'],
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
    costlySteps: [...new Set(nodes.map((node) => node['Node Type']).filter((type) => COSTLY.includes(type)))],
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** A value for EXECUTE: PostgreSQL parses the text by the parameter's type. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  const text = Array.isArray(value) ? `{${value.map(element).join(',')}}` : textOf(value);
  return `'${text.replaceAll("'", "''")}'`;
}

function element(value: unknown): string {
  return value === null || value === undefined ? 'NULL' : JSON.stringify(textOf(value));
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return String(value);
}
