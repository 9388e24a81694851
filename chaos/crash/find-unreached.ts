import type { GroupReport } from './run-group.js';

/** The points whose moment came at none of their kills, as when the statement they wait for is worded differently now. */
export function findUnreached(groups: readonly GroupReport[]): string[] {
  const kills = groups.flatMap((group) => group.kills);
  const reached = new Set(kills.filter(({ effective }) => effective).map(({ point }) => point.name));
  return [...new Set(kills.map(({ point }) => point.name))].filter((name) => !reached.has(name));
}
