import { readFileSync, writeFileSync } from 'node:fs';
import type { CostCard } from './card.js';

/** Processor time of one verification from end to end, in µs, by consumer. */
export interface ProcessorCost {
  api: number;
  worker: number;
  postgres: number;
  redis: number;
}

/** The load a number of cores carries, and what that requires. */
export interface Size {
  cores: number;
  /** Verifications of one check per second. */
  rate: number;
  limit: 'cores' | 'the core of Redis';
  apis: number;
  workers: number;
  postgresCores: number;
  connections: number;
  /** Megabytes of write-ahead log per second. */
  walMegabytes: number;
  /** Gigabytes of tables and indexes per day. */
  gigabytes: number;
}

/** The highest utilisation of a core: the rest is for bursts, vacuum, backups and readers. */
const USED = 0.6;
const CORE_MICROSECONDS = 1e6 * USED;
/** At least two of each, so that one may be lost or restarted. */
const MIN_PROCESSES = 2;
/** Maximum connections of a process to PostgreSQL (docs/scaling.md, What a process needs). */
const CONNECTIONS = { api: 10, worker: 14 };
const DAY_SECONDS = 86_400;

const CORES = [2, 16, 64];
const HEAD = `| cores in all | verifications a second | limited by | APIs | workers | cores of PostgreSQL | connections | log, MB/s | growth a day, GB |
|--:|--:|---|--:|--:|--:|--:|--:|--:|`;

const FILE = 'bench/cost/processor.json';

/** Reads the figures stored in the repository. */
export function readProcessorCost(): ProcessorCost {
  return JSON.parse(readFileSync(FILE, 'utf8')) as ProcessorCost;
}

/**
 * Stores them, in whole microseconds. The table of docs/scaling.md is then copied by hand from the notes of `--only
 * cost`; until the first such run the file contains the rounded figures of docs/performance.md.
 */
export function writeProcessorCost(cost: ProcessorCost): void {
  const whole = Object.entries(cost).map(([who, each]) => [who, Math.round(each)]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(whole), null, 2)}\n`);
}

/** The table of docs/scaling.md. */
export function tableOfSizes(cost: ProcessorCost, card: Pick<CostCard, 'alone' | 'kept'>): string {
  const rows = CORES.map((cores) => rowOf(sizeFor(cores, cost, card)));
  return [HEAD, ...rows].join('\n');
}

/**
 * The highest rate on so many cores at 60% utilisation: limited by the total processor time, or by the one core a
 * Redis uses. Assumes that a verification costs the same on any number of cores, that disks and networks are as fast as
 * where it was measured, and that more than one client submits.
 */
export function sizeFor(cores: number, cost: ProcessorCost, card: Pick<CostCard, 'alone' | 'kept'>): Size {
  const all = cost.api + cost.worker + cost.postgres + cost.redis;
  const byCores = (cores * CORE_MICROSECONDS) / all;
  const byRedis = CORE_MICROSECONDS / cost.redis;
  const rate = Math.min(byCores, byRedis);
  const processes = (each: number): number =>
    Math.max(MIN_PROCESSES, Math.ceil((rate * each) / CORE_MICROSECONDS));
  const apis = processes(cost.api);
  const workers = processes(cost.worker);
  const kept = Object.values(card.kept).reduce((sum, bytes) => sum + bytes, 0);
  return {
    cores,
    rate,
    limit: byCores <= byRedis ? 'cores' : 'the core of Redis',
    apis,
    workers,
    postgresCores: (rate * cost.postgres) / CORE_MICROSECONDS,
    connections: apis * CONNECTIONS.api + workers * CONNECTIONS.worker,
    walMegabytes: (rate * card.alone.walBytes) / 1e6,
    gigabytes: (rate * kept * DAY_SECONDS) / 1e9,
  };
}

/** Rounded to two significant figures; more would be false precision. */
function rowOf(size: Size): string {
  const cells = [
    size.cores,
    rounded(size.rate),
    size.limit,
    size.apis,
    size.workers,
    size.postgresCores.toFixed(1),
    size.connections,
    rounded(size.walMegabytes),
    rounded(size.gigabytes),
  ];
  return `| ${cells.join(' | ')} |`;
}

function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en').replaceAll(',', ' ');
}
