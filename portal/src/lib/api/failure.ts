import type { FieldFault } from '../../../../shared/domain/faults.js';
import type { WireError } from '../../../../shared/wire/error.js';

/** A request that the API refused, or that never reached it (`kind` is `unreachable` and `httpStatus` 0). */
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

/** Turns an unknown error into a failure, so that every view can show something sensible. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure(0, 'defect', 'Something went wrong in this page. Reload it and try again.');
}

/** Whether what was asked for may have been done, because no answer came, or none that says it was not. */
export function mayBeDone(error: unknown): boolean {
  const { httpStatus, body } = toFailure(error);
  return httpStatus === 0 || (httpStatus >= 500 && body.stored !== 'no');
}

/** The input of a form that a fault is about, `per_day` for `limits.per_day`; undefined if none is. */
export function inputOf({ field }: FieldFault, inputs: object): string | undefined {
  return [field, ...field.split('.')].find((name) => Object.hasOwn(inputs, name));
}

/**
 * The message for each faulty input, by its name, in the form used by forms; what is of none of the `inputs` is under
 * the path that the API names.
 */
export function faultsByField(error: unknown, inputs: object = {}): Record<string, string> {
  const { faults } = toFailure(error);
  return Object.fromEntries(faults.map((fault) => [inputOf(fault, inputs) ?? fault.field, fault.message]));
}
