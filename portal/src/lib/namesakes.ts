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

interface Named {
  name: string | null;
  email: string;
}

/** A person in a sentence that must leave no doubt about who is meant: by name if it is known, and by address. */
export function personWords({ name, email }: Named): string {
  return name === null ? email : `${name} (${email})`;
}

/** A person by name if it is known, with the address as well where the name alone would leave open who is meant. */
export function nameOf(person: Named, namesakes: ReadonlySet<string>): string {
  const { name } = person;
  return name === null || namesakes.has(name) ? personWords(person) : name;
}
