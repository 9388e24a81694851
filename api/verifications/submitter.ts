/** Who submitted a request, as they are named today. */
export interface SubmitterColumn {
  /** A user's e-mail address and what they are called, or an API key's name and null; null if unknown. */
  submitter: readonly [name: string, called: string | null] | null;
}

/**
 * SQL for SubmitterColumn, for a row of `verifications` under this alias. One subselect for both texts of a user,
 * because each look at `users` costs as much again for its policies.
 */
export function submitterColumn(verifications: string): string {
  const id = `${verifications}.submitted_by`;
  return `coalesce(
  (SELECT ARRAY[u.email, u.name] FROM users u WHERE u.id = ${id}),
  (SELECT ARRAY[k.name, NULL] FROM api_keys k WHERE k.id = ${id})) AS submitter`;
}

/** The members of a wire object that name the submitter (contract 4.4). */
export function presentSubmitter({ submitter }: SubmitterColumn) {
  const [name, called] = submitter ?? [null, null];
  return { submitted_by: name, submitted_by_name: called };
}
