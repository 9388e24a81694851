/**
 * A failed job, with the fields to log about it. Its message is constant, because the queue stores it in
 * plain text and shows it on the dashboard, while error messages of libraries may quote personal data.
 */
export class CheckJobError extends Error {
  override readonly name = 'CheckJobError';

  constructor(
    readonly facts: Readonly<Record<string, string | number>>,
    cause: unknown,
  ) {
    super('The job failed: the worker’s log says why, under the id of the check', { cause });
  }
}
