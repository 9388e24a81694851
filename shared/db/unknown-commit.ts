/**
 * A write whose reply was lost: it may or may not be committed. The caller must retry exactly the same request, which
 * recognises its own effect, and never a different one.
 */
export class UnknownCommitError extends Error {
  override readonly name: string = 'UnknownCommitError';
  /** The code of the cause, from which logs tell what happened to the connection. */
  readonly code: unknown;

  constructor(cause: unknown) {
    super('The answer to a write was lost', { cause });
    this.code = (cause as { code?: unknown }).code;
  }
}
