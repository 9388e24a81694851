import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { copiedFiles } from './drill/copied-files.js';
import { PgBackRest } from './drill/pgbackrest.js';
import { type DrillResult, runDrill } from './drill/run-drill.js';
import { Scratch } from './drill/scratch.js';

const USAGE = `Usage: npm run drill:restore [-- --pgbackrest]
  --pgbackrest   backs up and restores with pgBackRest, which has to be installed`;

/** Ends the process where it is only asked how it is used, or is not understood. */
function readCommandLine(): { pgbackrest: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { help, pgbackrest } = parseArgs({ options: { help: flag, pgbackrest: flag } }).values;
    if (!help) return { pgbackrest };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
  console.log(USAGE);
  process.exit(0);
}

/** Prints the result; true if nothing is missing unnamed and nothing was paid for twice. */
function report({ steps, gone, named, inReview, paidTwice, paidCalls }: DrillResult): boolean {
  const unnamed = gone.filter((id) => !named.includes(id));
  const lines = [
    '',
    'How long it took:',
    ...steps.map(
      ({ name, ms, found }) => `  ${String(ms).padStart(6)} ms  ${name}${found ? `: ${found}` : ''}`,
    ),
    '',
    `Acknowledged and lost with the primary: ${gone.length}, of which the service names ${gone.length - unnamed.length}:`,
    ...gone.map((id) => `  ${id}${unnamed.includes(id) ? '  NOT NAMED' : ''}`),
    '',
    `In review after the clients had sent everything again: ${inReview.length}`,
    ...inReview.map(({ id, reason }) => `  ${id}  ${reason}`),
    '',
    `The provider was paid for ${paidCalls} calls, and for ${paidTwice.length} checks more than once.`,
    ...paidTwice.map((reference) => `  ${reference}  PAID TWICE`),
  ];
  for (const line of lines) console.log(line);
  return unnamed.length === 0 && paidTwice.length === 0;
}

async function drill(pgbackrest: boolean): Promise<boolean> {
  const scratch = new Scratch((folder) => (pgbackrest ? new PgBackRest(folder) : copiedFiles(folder)));
  try {
    return report(await Promise.race([runDrill(scratch, console.log), interruption()]));
  } finally {
    await scratch.remove();
  }
}

/** Rejects when somebody ends the drill: what it has made by then is removed first. */
function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Error(`it was interrupted (${signal})`)));
    }
  });
}

const { pgbackrest } = readCommandLine();
try {
  process.exitCode = (await drill(pgbackrest)) ? 0 : 1;
} catch (error) {
  console.error(`The drill failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
// After a failure, processes of the service may still be running: they end with this one.
process.exit();
