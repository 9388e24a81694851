import { readFileSync, writeFileSync } from 'node:fs';
import type { CostCard } from './card.js';

/** Processor time of one verification on its whole way, in µs, by what spends it. */
export interface ProcessorCost {
  api: number;
  worker: number;
  postgres: number;
  redis: number;
}

/** What a number of cores carries, and what it takes. */
export interface Size {
  cores: number;
  /** Verifications of one check a second. */
  rate: number;
  limit: 'cores' | 'the core of Redis';
  apis: number;
  workers: number;
  postgresCores: number;
  connections: number;
  /** Of write-ahead log, in a second. */
  walMegabytes: number;
  /** Of tables and indexes, in a day. */
  gigabytes: number;
}

/** So much of each core is used at most: what is above is for bursts, vacuum, backups and readers. */
const USED = 0.6;
const CORE_MICROSECONDS = 1e6 * USED;
/** One of each may be lost or restarted. */
const FEWEST = 2;
/** Most that a process has open to PostgreSQL (docs/scaling.md, What a process needs). */
const CONNECTIONS = { api: 10, worker: 14 };
const DAY_SECONDS = 86_400;

const CORES = [2, 16, 64];
const HEAD = `| cores in all | verifications a second | limited by | APIs | workers | cores of PostgreSQL | connections | log, MB/s | growth a day, GB |
|--:|--:|---|--:|--:|--:|--:|--:|--:|`;

const FILE = 'bench/cost/processor.json';

/** What is kept in the repository. */
export function readProcessorCost(): ProcessorCost {
  return JSON.parse(readFileSync(FILE, 'utf8')) as ProcessorCost;
}

/**
 * Keeps it, in whole microseconds. The table of docs/scaling.md is then copied by hand from the notes of `--only cost`; until
 * the first such run the file holds the rounded figures of docs/performance.md.
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
 * The largest rate on so many cores, with each of them used to 60 %: that of all processor time together, or of the one
 * core that a Redis uses. Assumes that a verification costs the same on any number of cores, that disks flush and networks
 * answer as they did where it was measured, and that more than one client asks.
 */
export function sizeFor(cores: number, cost: ProcessorCost, card: Pick<CostCard, 'alone' | 'kept'>): Size {
  const all = cost.api + cost.worker + cost.postgres + cost.redis;
  const byCores = (cores * CORE_MICROSECONDS) / all;
  const byRedis = CORE_MICROSECONDS / cost.redis;
  const rate = Math.min(byCores, byRedis);
  const processes = (each: number): number => Math.max(FEWEST, Math.ceil((rate * each) / CORE_MICROSECONDS));
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

/** In two figures where more would not be believed. */
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
