import { findJsonFlaw } from '../../../shared/domain/inspect-json.js';
import { isObject } from '../../../shared/domain/is-object.js';

/** A parsed JSON object; read it through the readers of kit/schema.ts, which look only at own properties. */
export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses a body that must be one JSON object; undefined for anything else. A `__proto__` key anywhere is refused: no
 * honest answer has one, and later copies of the answer then cannot be poisoned by it. So is a name that occurs twice
 * in one object: JSON.parse would silently take the last, of two statuses or two subjects as well.
 */
export function parseJsonObject(body: string): JsonObject | undefined {
  let value: unknown;
  try {
    // Asked about every value, only where such a key may be: it takes most of the time of parsing.
    value = MAY_HOLD_PROTO.test(body) ? JSON.parse(body, refuseProto) : JSON.parse(body);
    if (findJsonFlaw(body) !== undefined) return undefined;
  } catch {
    return undefined;
  }
  return isObject(value) ? value : undefined;
}

/** Any letter can be written as an escape. */
const MAY_HOLD_PROTO = /__proto__|\\/;

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
  return value;
}
