/**
 * A job that failed, with what the log is to say of it. Its message is always the same, because the queue keeps it in
 * clear text and shows it on the dashboard, while messages of libraries may quote data.
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
