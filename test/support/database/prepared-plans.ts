import type { Database } from '../../../shared/db/database.js';

/** A step of a plan, in the words of EXPLAIN. */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Statements that read or write our tables, as opposed to the session itself. */
const TABLES = /\b(FROM|INTO|UPDATE|JOIN) (?!pg_)[a-z_]+/;

/** The statements that the connection has prepared, with the plans that it keeps for them; `db` must have only one. */
export async function preparedPlans(db: Database): Promise<{ statement: string; plan: Plan }[]> {
  const prepared = await db.query<{ name: string; statement: string; parameters: number }>(
    'SELECT name, statement, cardinality(parameter_types) AS parameters FROM pg_prepared_statements',
  );
  const plans = [];
  for (const { name, statement, parameters } of prepared.filter((one) => TABLES.test(one.statement))) {
    const nulls = Array.from({ length: parameters }, () => 'NULL').join(', ');
    const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE "${name}" ${nulls && `(${nulls})`}`,
    );
    if (row !== undefined) plans.push({ statement, plan: row['QUERY PLAN'][0].Plan });
  }
  return plans;
}

/** All steps of a plan, its own first. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Whether a step reads an index. */
export function isIndexScan(node: Plan): boolean {
  return node['Index Name'] !== undefined;
}
