/** The names that several of these people have. */
export function namesOfSeveral(
  people: readonly (readonly [id: string, name: string | null])[],
): ReadonlySet<string> {
  const first = new Map<string, string>();
  const several = new Set<string>();
  for (const [id, name] of people) {
    if (name === null) continue;
    if ((first.get(name) ?? id) !== id) several.add(name);
    first.set(name, id);
  }
  return several;
}

/** A person by name if it is known, with the address as well where the name alone would leave open who is meant. */
export function nameOf(
  { name, email }: { name: string | null; email: string },
  namesakes: ReadonlySet<string>,
): string {
  if (name === null) return email;
  return namesakes.has(name) ? `${name} (${email})` : name;
}
