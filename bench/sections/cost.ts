import type { Bench } from '../bench.js';
import { measureCard, writeCard } from '../cost/card.js';
import { readProcessorCost, tableOfSizes } from '../cost/size.js';

const UNITS: Readonly<Record<string, string>> = { walBytes: 'bytes' };

/**
 * The cost card: the cost of a verification in figures that do not depend on the machine. Written to the repository.
 */
export async function cost({ figures, notes }: Bench): Promise<void> {
  const card = await measureCard();
  for (const [name, value] of Object.entries(card.alone)) {
    figures.add(`cost.alone.${name}`, `a verification alone: ${inWords(name)}`, UNITS[name] ?? '', value);
  }
  for (const [table, bytes] of Object.entries(card.kept)) {
    figures.add(`cost.kept.${table}`, `kept of a verification in ${table}, with indexes`, 'bytes', bytes);
  }
  const total = Object.values(card.kept).reduce((sum, bytes) => sum + bytes, 0);
  figures.add('cost.kept', 'kept of a verification in all', 'bytes', total);
  writeCard(card);
  notes.push(`## What carries how much\n\n${tableOfSizes(readProcessorCost(), card)}`);
}

/** `apiPostgresTrips` is "api postgres trips". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
