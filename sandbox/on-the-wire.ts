import type { Invent } from '../shared/simulation/facts.js';
import { nameOnWire } from '../worker/providers/upstream/routes/facts-on-wire.js';

/** Facts as the provider writes them (architecture 5). */
export function onTheWire(invent: Invent): Invent {
  return (subject, specials) => camelCased(invent(subject, specials)) as ReturnType<Invent>;
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, fact]) => [nameOnWire(name), camelCased(fact)]),
  );
}
