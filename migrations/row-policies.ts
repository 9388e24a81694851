import type { QueryRunner } from 'typeorm';

/** A purpose of shared/db/scope.ts, in the words of the policies. */
type Purpose = 'sign_in' | 'staff' | 'worker' | 'mail' | 'operator';

export interface RowPolicies {
  /** Says by the scope's clients whether a row is theirs; undefined where clients see nothing of a table. */
  ofClients?: string;
  /** Who sees and writes every row. */
  purposes: readonly Purpose[];
  /** Who sees every row and writes none. */
  readers?: readonly Purpose[];
}

/**
 * The client ids of the scope, or NULL. A subselect that refers to no row is worked out once a statement, and not once
 * a row; the plan knows nothing of its value, so that plans stay as good for the next scope.
 */
export const SCOPE_CLIENTS = `(SELECT CASE WHEN current_setting('app.scope', true) LIKE '{%'
  THEN current_setting('app.scope', true)::uuid[] END)::uuid[]`;

/** Of tables whose rows say themselves whose they are. */
export const BY_CLIENT_ID = `client_id = ANY (${SCOPE_CLIENTS})`;

function isPurpose(purposes: readonly Purpose[]): string {
  const names = purposes.map((purpose) => `'${purpose}'`).join(', ');
  return `(SELECT current_setting('app.scope', true) IN (${names}))`;
}

/**
 * Gives a table its policies, for a migration without a transaction; may be repeated. They mean nothing until
 * row-level security is turned on, which `migrate` does (shared/db/row-security.ts).
 */
export async function createPolicies(
  queryRunner: QueryRunner,
  table: string,
  { ofClients, purposes, readers }: RowPolicies,
): Promise<void> {
  await dropPolicies(queryRunner, table);
  const create = `CREATE POLICY ${table}_of`;
  if (ofClients !== undefined) {
    await queryRunner.query(`${create}_clients ON ${table} USING (${ofClients})`);
  }
  await queryRunner.query(`${create}_purposes ON ${table} USING (${isPurpose(purposes)})`);
  if (readers !== undefined) {
    await queryRunner.query(`${create}_readers ON ${table} FOR SELECT USING (${isPurpose(readers)})`);
  }
}

/** Takes them away again. With row-level security on, nobody would see anything then: it goes first. */
export async function removePolicies(queryRunner: QueryRunner, table: string): Promise<void> {
  await queryRunner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY`);
  await dropPolicies(queryRunner, table);
}

async function dropPolicies(queryRunner: QueryRunner, table: string): Promise<void> {
  for (const kind of ['clients', 'purposes', 'readers']) {
    await queryRunner.query(`DROP POLICY IF EXISTS ${table}_of_${kind} ON ${table}`);
  }
}
