import type { FieldFault } from '../../../../shared/domain/faults.js';
import type { WireError } from '../../../../shared/wire/error.js';

/** A request that the API refused, or that never reached it (then `kind` is `unreachable` and `httpStatus` 0). */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly httpStatus: number,
    readonly kind: string,
    message: string,
    readonly body: Partial<WireError> = {},
  ) {
    super(message);
  }

  get faults(): readonly FieldFault[] {
    return this.body.errors ?? [];
  }
}

/** The failure that an unknown error amounts to, so that every view can say something sensible. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure(0, 'defect', 'Something went wrong in this page. Reload it and try again.');
}

/** The message of each faulty field by its path, as forms want it. */
export function faultsByField(error: unknown): Record<string, string> {
  const { faults } = toFailure(error);
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}
