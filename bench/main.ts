import 'reflect-metadata';
import { resolve } from 'node:path';
import { exitOnSignals } from '../harness/child-processes.js';
import { describeMachine } from '../harness/describe-machine.js';
import { on, readFlags, someOf, text, texts, whole } from '../harness/read-flags.js';
import type { Section } from './bench.js';
import { Figures } from './report/figures.js';
import { writeResults } from './report/write-results.js';
import { accept } from './sections/accept.js';
import { call } from './sections/call.js';
import { commit } from './sections/commit.js';
import { cost } from './sections/cost.js';
import { growth } from './sections/growth.js';
import { guards } from './sections/guards.js';
import { log } from './sections/log.js';
import { memory } from './sections/memory.js';
import { path } from './sections/path.js';
import { read } from './sections/read.js';
import { rows } from './sections/rows.js';
import { scale } from './sections/scale.js';
import { worker } from './sections/worker.js';
import { openWorld } from './world/world.js';

const SECTIONS: Readonly<Record<string, Section>> = {
  accept,
  commit,
  read,
  rows,
  guards,
  call,
  cost,
  worker,
  path,
  scale,
  growth,
  log,
  memory,
};

const options = readFlags(
  {
    command: 'npm run bench',
    does: 'Benchmarks the service next to a plain implementation, bare Express, pgbench and BullMQ, in one run.',
  },
  {
    only: someOf('sections, by default all', Object.keys(SECTIONS)),
    quick: on('one short round, to see whether it runs'),
    rounds: whole('of each measurement', 3, { most: 100 }),
    note: texts('included in the results, for example what else the machine was doing'),
    out: text('folder of the results', 'bench/results'),
  },
);

exitOnSignals();
const world = await openWorld();
const figures = new Figures();
const machine = await describeMachine(world.postgres.url);
const notes = [...options.note];
const startedAt = performance.now();
try {
  for (const name of options.only) {
    console.log(`\n${name}`);
    const bench = {
      world,
      figures,
      rounds: options.quick ? 1 : options.rounds,
      seconds: options.quick ? 2 : 3,
      quick: options.quick,
      notes,
    };
    // The other sections' measurements are worth writing even if one fails.
    await SECTIONS[name]?.(bench).catch((error: Error) => {
      console.error(error);
      notes.push(`The section ${name} broke off: ${error.message}`);
      process.exitCode = 1;
    });
  }
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  notes.unshift(`The run took ${minutes} minutes${options.quick ? ' (--quick)' : ''}.`);
  console.log(`\n${writeResults(resolve(options.out), machine, figures, notes)}`);
} finally {
  await world.close();
}
process.exit();
