import { setTimeout as sleep } from 'node:timers/promises';
import { submit } from '../../test/support/checks/submit.js';
import type { CostSite } from './cost-site.js';
import { untilSealed } from './until-sealed.js';
import { readWritten, type Written, walPosition } from './written.js';

/** What the processes send to their servers for one verification. */
interface Asked {
  /** Statements sent by the API, including `BEGIN` and `COMMIT`; several may share a round trip. */
  apiStatements: number;
  apiRedisCommands: number;
  workerStatements: number;
  workerRedisCommands: number;
}

/** The cost of one verification while nothing else happens, from its POST to its settlement. */
export type LoneCost = Asked & Written;

/** Enough that the processes' once-a-second work falls into only some of them. */
const VERIFICATIONS = 31;
/** The first ones open connections, fill caches and prepare statements. */
const WARM_UP = 5;
/** A machine on which so many are disturbed is unsuitable for measuring. */
const MAX_TRIES = 400;
/** Once nothing has passed for this long, the verification is done. */
const QUIET_MS = 80;
/** Sealing covers whatever arrived since the last time, rather than each verification. */
const SEALING = /^\s*UPDATE log_state/;

/** Sends verifications one after the other and counts the cost of each, without sealing them into the log. */
export async function measureLone(site: CostSite): Promise<LoneCost> {
  const seen: { asked: Asked; written: Written }[] = [];
  for (let sent = 0; seen.length < WARM_UP + VERIFICATIONS; sent += 1) {
    if (sent > MAX_TRIES)
      throw new Error('Hardly a verification goes by without the log being sealed meanwhile');
    await untilSealed(site);
    const cost = await measureOne(site);
    if (cost !== undefined) seen.push(cost);
  }
  const counted = seen.slice(WARM_UP);
  return {
    ...summarise(
      counted.map(({ asked }) => asked),
      0,
    ),
    // A quantile rather than the minimum: whether an index leaf is being split, or just was, moves these figures both
    // ways.
    ...summarise(
      counted.map(({ written }) => written),
      0.2,
    ),
  };
}

/** Undefined if the log was sealed meanwhile. */
async function measureOne({
  service,
  client,
  traffic,
  superuser,
}: CostSite): Promise<{ asked: Asked; written: Written } | undefined> {
  const links = Object.values(traffic);
  const untilQuiet = async (): Promise<void> => {
    while (links.some(({ quietMs }) => quietMs < QUIET_MS)) await sleep(5);
  };
  for (const link of links) link.reset();
  const from = await walPosition(superuser);
  const answer = await submit(service.api.client, client.token, { prefer: 'wait=30' });
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  await untilQuiet();
  const written = await readWritten(superuser, from, await walPosition(superuser));
  if ([...traffic.workerPostgres.asked.keys()].some((text) => SEALING.test(text))) return undefined;
  const asked = {
    apiStatements: traffic.apiPostgres.count,
    apiRedisCommands: traffic.apiRedis.count,
    workerStatements: traffic.workerPostgres.count,
    workerRedisCommands: traffic.workerRedis.count,
  };
  return { asked, written };
}

/** For each figure, the value that this share of the measurements does not exceed. */
function summarise<Figures extends object>(seen: readonly Figures[], share: number): Figures {
  const [first] = seen;
  if (first === undefined) throw new Error('Bug: nothing was measured');
  const names = Object.keys(first) as (keyof Figures)[];
  const middle = (name: keyof Figures) =>
    seen.map((figures) => Number(figures[name])).sort((a, b) => a - b)[Math.floor(seen.length * share)];
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Figures;
}
