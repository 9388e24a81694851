import type { Finding } from '../check/find-broken-promises.js';

type Figures = Readonly<Record<string, number>>;

/** A finding for each figure that differs from its expected value. */
export function differences(kind: Finding['kind'], expected: Figures, counted: Figures): Finding[] {
  return Object.entries(expected)
    .filter(([name, figure]) => counted[name] !== figure)
    .map(([name, figure]) => ({ kind, what: `${name}: ${counted[name]} instead of ${figure}` }));
}
