import type { Servers } from '../world/servers.js';
import type { KillPoint } from './points/kill-point.js';
import type { Group } from './run-group.js';
import { type MatrixReport, type RunOptions, runGroups } from './run-groups.js';

export interface MatrixOptions extends RunOptions {
  points: readonly KillPoint[];
  /** Kills per point. */
  kills: number;
  /** Kills on one site before it is cleared up and checked. */
  killsPerGroup: number;
  seed: string;
}

/** Runs the whole matrix on these servers. Throws if a group cannot be completed. */
export function runMatrix(servers: Servers, options: MatrixOptions): Promise<MatrixReport> {
  return runGroups(servers, planGroups(options), options);
}

function planGroups({ points, kills, killsPerGroup, seed }: MatrixOptions): Group[] {
  const rounds = Math.ceil(kills / killsPerGroup);
  return Array.from({ length: rounds }, (_, round) =>
    points.map((point) => ({
      points: Array.from({ length: Math.min(killsPerGroup, kills - round * killsPerGroup) }, () => point),
      name: `${point.name}-${round + 1}`,
      seed,
    })),
  ).flat();
}
