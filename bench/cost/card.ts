import { readFileSync, writeFileSync } from 'node:fs';
import { openCostSite } from './cost-site.js';
import { type KeptCost, measureKept } from './measure-kept.js';
import { type LoneCost, measureLone } from './measure-lone.js';

/** The cost of one verification of one check, in figures that do not depend on the machine. */
export interface CostCard {
  /** Major version of the PostgreSQL it was measured with: the size of WAL records depends on it. */
  postgres: number;
  /** A single verification, from the POST to its settlement. */
  alone: LoneCost;
  /** Bytes kept per verification, indexes included, by table. */
  kept: KeptCost;
}

/** The card in the repository; npm runs every command in the project's folder. */
const FILE = 'bench/cost/card.json';

/** Bytes vary with how full pages are: by this share, or by a few bytes for small figures. */
const KEPT_DIFFERS_BY = 0.04;
const KEPT_DIFFERS_AT_LEAST = 24;
/** WAL also varies with which index pages happen to be split. */
const WAL_DIFFERS_BY = 0.08;

/** Measures the card on servers of its own, in about a minute. */
export async function measureCard(): Promise<CostCard> {
  const site = await openCostSite();
  try {
    const { rows } = await site.superuser.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    );
    const alone = await measureLone(site);
    return { postgres: rows[0]?.major ?? 0, alone, kept: await measureKept(site) };
  } finally {
    await site.close();
  }
}

export function readCard(): CostCard {
  return JSON.parse(readFileSync(FILE, 'utf8')) as CostCard;
}

export function writeCard(card: CostCard): void {
  writeFileSync(FILE, `${JSON.stringify(card, null, 2)}\n`);
}

/** A line for each figure that differs from the stored card, for better or worse. */
export function compareCards(kept: CostCard, measured: CostCard): string[] {
  const tables = new Set([...Object.keys(kept.kept), ...Object.keys(measured.kept)]);
  const names = Object.keys(measured.alone) as (keyof LoneCost)[];
  const differing = [
    ...names
      .filter((name) => !isAlike(name, kept, measured))
      .map((name) => describe(name, kept.alone[name], measured.alone[name])),
    ...[...tables]
      .filter((table) => !areAlikeBytes(kept.kept[table] ?? 0, measured.kept[table] ?? 0))
      .map((table) => describe(`bytes of ${table}`, kept.kept[table] ?? 0, measured.kept[table] ?? 0)),
  ];
  return differing;
}

function isAlike(name: keyof LoneCost, kept: CostCard, measured: CostCard): boolean {
  if (name !== 'walBytes') return kept.alone[name] === measured.alone[name];
  const { walBytes } = kept.alone;
  const differBy = Math.abs(measured.alone.walBytes - walBytes);
  return kept.postgres !== measured.postgres || differBy <= walBytes * WAL_DIFFERS_BY;
}

function areAlikeBytes(kept: number, measured: number): boolean {
  return Math.abs(measured - kept) <= Math.max(KEPT_DIFFERS_AT_LEAST, kept * KEPT_DIFFERS_BY);
}

function describe(name: string, kept: number, measured: number): string {
  return `${name}: ${measured}, and ${kept} on the card (${FILE})`;
}
