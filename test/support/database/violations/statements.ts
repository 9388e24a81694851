/** Existing rows, which the statements below try to join, change or repeat. */
export interface StandingRows {
  clientId: string;
  userId: string;
  /** Pending, with one check and no call. */
  verificationId: string;
  checkId: string;
  /** Completed and charged, with one call. */
  settledId: string;
  settledCheckId: string;
  settledCallId: string;
}

/** Statements refused by one constraint, by its name. */
export type Violations = Readonly<Record<string, readonly string[]>>;

/** An INSERT of one row; a value in parentheses is an expression. */
export function insert(
  table: string,
  row: Readonly<Record<string, string | number | boolean | null>>,
): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' && !value.startsWith('(') ? `'${value}'` : String(value),
  );
  return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
}

/** Copies a row of a table under another key, with the given changes. */
export function copy(table: string, where: string, changes: Readonly<Record<string, string>>): string {
  const record = Object.entries(changes)
    .map(([column, expression]) => `'${column}', ${expression}`)
    .join(', ');
  return `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${record}))).*
    FROM ${table} t WHERE ${where}`;
}

/** The statement with its `%s` replaced by assignments. */
export function set(statement: string, assignments: string): string {
  return statement.replace('%s', assignments);
}
