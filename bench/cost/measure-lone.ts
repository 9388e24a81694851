import { setTimeout as sleep } from 'node:timers/promises';
import { submit } from '../../test/support/submit.js';
import type { CostSite } from './cost-site.js';
import { untilSealed } from './until-sealed.js';
import { readWritten, type Written, walPosition } from './written.js';

/** What processes ask their servers for one verification. */
interface Asked {
  /** Statements that the API sends, `BEGIN` and `COMMIT` among them; several may go in one round trip. */
  apiStatements: number;
  apiRedisCommands: number;
  workerStatements: number;
  workerRedisCommands: number;
}

/** What one verification costs that nobody else asks beside, from its POST to its settlement. */
export type LoneCost = Asked & Written;

/** What the processes do every second falls into some of so many. */
const VERIFICATIONS = 31;
/** The first open connections, fill caches and have statements prepared. */
const WARM_UP = 5;
/** A machine on which so few of them go by undisturbed is no place to measure. */
const MOST_TRIES = 400;
/** Nothing passed for so long: it is over. */
const QUIET_MS = 80;
/** The log is sealed for whatever came since it last was, and not for each verification. */
const SEALING = /^\s*UPDATE log_state/;

/** Sends verifications one after the other, and counts what each of them costs. Sealing them into the log is left out. */
export async function measureLone(site: CostSite): Promise<LoneCost> {
  const seen: { asked: Asked; written: Written }[] = [];
  for (let sent = 0; seen.length < WARM_UP + VERIFICATIONS; sent += 1) {
    if (sent > MOST_TRIES)
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
    // A leaf of an index that is split now and then, and one that was split just before, make it more and less.
    ...summarise(
      counted.map(({ written }) => written),
      0.2,
    ),
  };
}

/** Undefined when the log was sealed meanwhile. */
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

/** The value of each figure that this share of all stays below. */
function summarise<Figures extends object>(seen: readonly Figures[], share: number): Figures {
  const [first] = seen;
  if (first === undefined) throw new Error('Bug: nothing was measured');
  const names = Object.keys(first) as (keyof Figures)[];
  const middle = (name: keyof Figures) =>
    seen.map((figures) => Number(figures[name])).sort((a, b) => a - b)[Math.floor(seen.length * share)];
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as Figures;
}
