type Values = Readonly<Record<string, unknown>>;

/**
 * What the audit log says of a change: the fields that are different afterwards, as they were and as they are.
 * Undefined when nothing is. Values are compared as they are, so they must be simple ones.
 */
export function changedFields(before: Values, after: Values): { before: Values; after: Values } | undefined {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return undefined;
  const pick = (values: Values): Values => Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: pick(before), after: pick(after) };
}
