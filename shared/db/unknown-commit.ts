/**
 * A write whose answer was lost: it may stand, or not. Whoever asked for it must ask for the very same again, which
 * finds its own effect, and never for another.
 */
export class UnknownCommitError extends Error {
  override readonly name: string = 'UnknownCommitError';
  /** The code of the cause, by which logs tell what happened to the connection. */
  readonly code: unknown;

  constructor(cause: unknown) {
    super('The answer to a write was lost', { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}
