type Values = Readonly<Record<string, unknown>>;

/**
 * What the audit log records of a change: the fields that differ, with their old and new values. Undefined if none do.
 * Values are compared by identity, so they must be primitives.
 */
export function changedFields(before: Values, after: Values): { before: Values; after: Values } | undefined {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return undefined;
  const pick = (values: Values): Values => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pick(before), after: pick(after) };
}
