import type { Finding } from '../check/find-broken-promises.js';
import { Random } from '../random.js';
import type { Servers } from '../world/servers.js';
import { checkSite } from './check-site.js';
import { CrashSite } from './crash-site.js';
import { type Kill, killOnce } from './kill.js';
import type { KillPoint } from './points/kill-point.js';
import { type Ends, readEnds } from './read-ends.js';

/** A kill and the results of its requests. */
export interface KillReport extends Kill {
  ends: Ends;
  /** Milliseconds from the kill to the end of its last request; only for kills not followed by another. */
  recoveryMs?: number;
}

export interface GroupReport {
  kills: readonly KillReport[];
  findings: readonly Finding[];
  /** Ids of the group's checks. */
  checkIds: readonly string[];
}

export interface Group {
  /** The kill points, in order: either all workers, or none. */
  points: readonly KillPoint[];
  /** The group's name in logs and keys. */
  name: string;
  seed: string;
}

/**
 * Kills several processes one after the other, each in the midst of what the last kill left behind. Then a surviving
 * worker clears up, and everything is checked.
 */
export async function runGroup(servers: Servers, group: Group): Promise<GroupReport> {
  const site = await CrashSite.open(servers, group.name);
  try {
    // Where workers are killed, no other may take over their work; otherwise there has to be a worker.
    if (group.points.some(({ role }) => role !== 'worker')) await site.startHelper();
    const kills: Kill[] = [];
    for (const [index, point] of group.points.entries()) {
      const name = `${group.name}-${index + 1}`;
      kills.push(await killOnce(site, point, name, new Random(`${group.seed}/${name}`)));
    }
    await site.startHelper();
    await site.waitUntilSettled();
    return await report(site, kills);
  } finally {
    await site.close();
  }
}

async function report(site: CrashSite, kills: readonly Kill[]): Promise<GroupReport> {
  const findings = await checkSite(site);
  const reached = new Set(site.servers.provider.calls().map(({ reference }) => reference));
  const reports: KillReport[] = [];
  for (const kill of kills) {
    const ends = await readEnds(site.db, kill.requests, reached);
    const last = kill === kills.at(-1);
    reports.push({ ...kill, ends, ...(last && { recoveryMs: Math.max(0, ends.endedAt - kill.killedAt) }) });
  }
  const checks = await site.db.query<{ id: string }>('SELECT id FROM checks');
  return { kills: reports, findings, checkIds: checks.map(({ id }) => id) };
}
