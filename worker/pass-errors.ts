import { concernsOneOnly } from '../shared/db/sqlstate.js';
import type { Logger } from '../shared/logger.js';

/** Collects the errors of one pass over many things, so that one that fails does not stop the others. */
export class PassErrors {
  readonly #collected: unknown[] = [];

  /**
   * Runs `work` and resolves to true; if it fails, collects the error and resolves to false. Rejects only with an error
   * that the rest of the pass would meet as well, such as an unavailable database.
   */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    return this.attemptOr(async () => {
      await work();
      return true;
    }, false);
  }

  /** Runs `work` like `attempt` and resolves to its result, or to `fallback` if it fails. */
  async attemptOr<T>(work: () => Promise<T>, fallback: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const errors = errorsIn(error);
      // What was collected before is reported together with the error that ends the pass.
      if (!errors.every(concernsOneOnly))
        throw this.#collected.length > 0 ? new PassError([...this.#collected, ...errors]) : error;
      this.#collected.push(...errors);
      return fallback;
    }
  }

  /** Ends the pass: throws what was collected, one error of each kind; if all are of one kind, that error itself. */
  throwAll(): void {
    const kinds = [...new Map(this.#collected.map((error) => [kindOf(error), error])).values()];
    if (kinds.length > 1) throw new PassError(kinds);
    if (kinds.length > 0) throw kinds[0];
  }
}

/** Several things failed in one pass, for different reasons. */
class PassError extends Error {
  override readonly name = 'PassError';

  constructor(readonly errors: readonly unknown[]) {
    super(`A pass failed for ${errors.length} reasons`);
  }
}

function errorsIn(error: unknown): readonly unknown[] {
  return error instanceof PassError ? error.errors : [error];
}

/** The errors that ended a pass, by kind. */
export function errorsByKind(error: unknown): ReadonlyMap<string, unknown> {
  return new Map(errorsIn(error).map((err) => [kindOf(err), err]));
}

/** The same error for a thousand clients is one kind. */
function kindOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : String(error);
}

/** Returns an error handler that logs a failed pass, one line for each kind of error. */
export function logPassErrors(logger: Logger, message: string): (error: unknown) => void {
  return (error) => {
    for (const err of errorsByKind(error).values()) logger.warn({ err }, message);
  };
}
