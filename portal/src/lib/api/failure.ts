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

/**
 * The input of a form that a fault is about, which stands for one member (`limits.per_day` is `per_day`) or for all
 * entries (`events.1` is in `events`) of what is sent; undefined if none is.
 */
export function inputOf({ field }: FieldFault, inputs: object): string | undefined {
  return [field, ...field.split('.')].find((name) => Object.hasOwn(inputs, name));
}

/**
 * The message for each input with a fault, by its name, in the form used by forms; what is of none of the `inputs` is
 * under the path that the API names.
 */
export function faultsByField(error: unknown, inputs: object = {}): Record<string, string> {
  const said = new Map<string, string[]>();
  for (const fault of toFailure(error).faults) {
    const input = inputOf(fault, inputs) ?? fault.field;
    said.set(input, [...(said.get(input) ?? []), wordsOf(fault)]);
  }
  return Object.fromEntries([...said].map(([input, words]) => [input, words.join(' ')]));
}

/** An entry of a list is named by its place, counted from 1 as people do. */
function wordsOf({ field, message }: FieldFault): string {
  const place = /\.(\d+)$/.exec(field)?.[1];
  return place === undefined ? message : `Entry ${Number(place) + 1}: ${message}`;
}
