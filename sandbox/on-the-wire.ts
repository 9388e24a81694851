import type { Invent } from '../shared/simulation/facts.js';

/** Facts as the provider writes them: the same words in camelCase (architecture 5). */
export function onTheWire(invent: Invent): Invent {
  return (subject, specials) => camelCased(invent(subject, specials)) as ReturnType<Invent>;
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
