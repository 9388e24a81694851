import type { QueryRunner } from 'typeorm';

/** A purpose of shared/db/scope.ts, as named in the policies. */
type Purpose = 'sign_in' | 'staff' | 'worker' | 'mail' | 'operator';

export interface RowPolicies {
  /** Condition on the scope's clients for rows they see; undefined for tables clients see nothing of. */
  ofClients?: string;
  /** Purposes that see and write every row. */
  purposes: readonly Purpose[];
  /** Purposes that see every row and write none. */
  readers?: readonly Purpose[];
}

/**
 * The client ids of the scope, or NULL. An uncorrelated subselect is evaluated once per statement rather than per row;
 * the plan does not depend on its value, so that it suits the next scope as well.
 */
export const SCOPE_CLIENTS = `(SELECT CASE WHEN current_setting('app.scope', true) LIKE '{%'
  THEN current_setting('app.scope', true)::uuid[] END)::uuid[]`;

/** For tables whose rows contain their client. */
export const BY_CLIENT_ID = `client_id = ANY (${SCOPE_CLIENTS})`;

function isPurpose(purposes: readonly Purpose[]): string {
  const names = purposes.map((purpose) => `'${purpose}'`).join(', ');
  return `(SELECT current_setting('app.scope', true) IN (${names}))`;
}

/**
 * How the policies of a table are named after it. PostgreSQL tries permissive policies in descending order of their names
 * until one applies (`RelationBuildRowSecurity` prepends each to the list), so that of the clients, who read most, is the
 * last in the alphabet.
 */
export const POLICY_NAMES = {
  ofClients: 'within_scope',
  purposes: 'of_purposes',
  readers: 'of_readers',
} as const;

/** The suffix of `ofClients` before 1795403100000, by which it was tried last. */
export const FORMER_NAME = 'of_clients';

/**
 * Creates a table's policies, for a migration without a transaction; may be repeated. They have no effect until
 * row-level security is turned on, which `migrate` does (shared/db/row-security.ts).
 */
export async function createPolicies(
  queryRunner: QueryRunner,
  table: string,
  { ofClients, purposes, readers }: RowPolicies,
): Promise<void> {
  await dropPolicies(queryRunner, table);
  const create = (kind: keyof typeof POLICY_NAMES, rest: string): Promise<unknown> =>
    queryRunner.query(`CREATE POLICY ${table}_${POLICY_NAMES[kind]} ON ${table} ${rest}`);
  if (ofClients !== undefined) await create('ofClients', `USING (${ofClients})`);
  await create('purposes', `USING (${isPurpose(purposes)})`);
  if (readers !== undefined) await create('readers', `FOR SELECT USING (${isPurpose(readers)})`);
}

/** Removes them. With row-level security on, nothing would be visible then: it has to be turned off first. */
export async function removePolicies(queryRunner: QueryRunner, table: string): Promise<void> {
  await queryRunner.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY, DISABLE ROW LEVEL SECURITY`);
  await dropPolicies(queryRunner, table);
}

async function dropPolicies(queryRunner: QueryRunner, table: string): Promise<void> {
  for (const name of [...Object.values(POLICY_NAMES), FORMER_NAME]) {
    await queryRunner.query(`DROP POLICY IF EXISTS ${table}_${name} ON ${table}`);
  }
}
