import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../../harness/describe-machine.js';
import { type Figures, formatSpread, formatValue, medianIfMeasured } from './figures.js';
import { type GoalResult, judgeGoals } from './goals.js';
import { plot } from './plot.js';
import { table } from './table.js';

/** Writes `results.json`, `results.md` and `results.svg` into the folder and returns the Markdown. */
export function writeResults(folder: string, machine: Machine, figures: Figures, notes: string[]): string {
  mkdirSync(folder, { recursive: true });
  const goals = judgeGoals(figures);
  const markdown = describe(machine, figures, goals, notes);
  const json = { machine, notes, goals, figures: figures.all() };
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(json, null, 2)}\n`);
  writeFileSync(join(folder, 'results.md'), markdown);
  writeFileSync(join(folder, 'results.svg'), plot(figures));
  return markdown;
}

function describe(machine: Machine, figures: Figures, goals: readonly GoalResult[], notes: string[]): string {
  return [
    '# Results of `npm run bench`',
    '',
    table(['fact', 'value'], Object.entries(machine)),
    ...notes.map((note) => `\n${note}`),
    '\n## Goals',
    '\nRatios within one round; the median of all rounds counts.\n',
    table(
      ['#', 'ratio', 'goal', 'median', 'lowest–highest', 'met'],
      goals.map(({ id, label, bound, ratios, median: middle, met }) => [
        id,
        label,
        bound,
        formatValue(middle),
        formatSpread(ratios),
        met ? 'yes' : 'no',
      ]),
    ),
    '\n## Figures\n',
    table(
      ['what', 'median', 'unit', 'lowest–highest', 'rounds'],
      figures
        .all()
        .map(({ label, unit, values }) => [
          label,
          formatValue(medianIfMeasured(values)),
          unit,
          formatSpread(values),
          String(values.length),
        ]),
    ),
    '',
  ].join('\n');
}
