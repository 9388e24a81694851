import { concernsOneOnly } from '../shared/db/sqlstate.js';
import type { Logger } from '../shared/logger.js';

/** The errors of a pass over many things: one that fails does not stop the others. */
export class Faults {
  readonly #found: unknown[] = [];

  /**
   * Does one of them and resolves to true; if it fails, keeps the error for the end and resolves to false. Rejects only
   * if the others would fail as well.
   */
  async outlast(work: () => Promise<void>): Promise<boolean> {
    return this.resultOf(async () => {
      await work();
      return true;
    }, false);
  }

  /** The same for work with a result; resolves to `otherwise` if it fails. */
  async resultOf<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const errors = errorsIn(error);
      // What was found before it is told together with what ends the pass.
      if (!errors.every(concernsOneOnly))
        throw this.#found.length > 0 ? new PassError([...this.#found, ...errors]) : error;
      this.#found.push(...errors);
      return otherwise;
    }
  }

  /** Ends the pass: throws what has failed, one error of each kind; if all are of one kind, the error as it is. */
  throwAll(): void {
    const kinds = [...new Map(this.#found.map((error) => [kindOf(error), error])).values()];
    if (kinds.length > 1) throw new PassError(kinds);
    if (kinds.length > 0) throw kinds[0];
  }
}

/** Several things of one pass have failed, for different reasons. */
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
export function kindsOf(error: unknown): ReadonlyMap<string, unknown> {
  return new Map(errorsIn(error).map((err) => [kindOf(err), err]));
}

/** A thousand clients may have the same. */
function kindOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : String(error);
}

/** Logs what has failed in a pass, a line for each kind of error. */
export function logFaults(logger: Logger, message: string): (error: unknown) => void {
  return (error) => {
    for (const err of kindsOf(error).values()) logger.warn({ err }, message);
  };
}
