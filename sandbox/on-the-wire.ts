import type { Specials } from '../shared/simulation/facts.js';

type Facts = Record<string, unknown>;

/** Facts as the provider writes them: the same words in camelCase (architecture 5). */
export function onTheWire(
  invent: (subject: string, specials: Specials) => Facts,
): (subject: string, specials: Specials) => Facts {
  return (subject, specials) => camelCased(invent(subject, specials)) as Facts;
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, fact]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      camelCased(fact),
    ]),
  );
}
