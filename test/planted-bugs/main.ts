import { readFlags, someOf } from '../../harness/read-flags.js';
import { mochaGlobalSetup, mochaGlobalTeardown } from '../support/global.js';
import { PLANTED_BUGS } from './bugs/index.js';
import { filesOf, type PlantedBug } from './planted-bug.js';
import { runSpecs } from './run-specs.js';
import { copyTree, type TreeCopy, withBug } from './tree-copy.js';

/** The bugs named on the command line, or all. */
function wantedBugs(): readonly PlantedBug[] {
  const names = PLANTED_BUGS.map(({ name }) => name);
  const { only } = readFlags(
    {
      command: 'npm run planted-bugs',
      does: 'Plants one known bug after the other and sees whether a test notices.',
    },
    { only: someOf('bugs, by default all', names) },
  );
  return PLANTED_BUGS.filter(({ name }) => only.includes(name));
}

function namesOf(bugs: readonly PlantedBug[]): string {
  return bugs.map(({ name }) => name).join('\n  ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Without this, a test that fails anyway would count as one that notices. */
async function expectHealthy(tree: TreeCopy, bugs: readonly PlantedBug[]): Promise<void> {
  const specs = [...new Set(bugs.flatMap((bug) => bug.specs))];
  say(`Without a bug: ${specs.length} test files…`);
  const { passed, failure, reason, seconds } = await runSpecs(tree.root, specs, { retries: 1 });
  if (failure !== undefined) throw new Error(`A test fails without any bug: ${failure}: ${reason}`);
  say(`${passed} tests pass in ${seconds.toFixed(0)} s. Now with one bug after the other:\n`);
}

/** Whether the tests noticed. */
async function tryBug(tree: TreeCopy, bug: PlantedBug): Promise<boolean> {
  tree.plant(bug);
  try {
    const ownServers = filesOf(bug).some((file) => file.startsWith('migrations/'));
    const { failure, seconds } = await runSpecs(tree.root, bug.specs, { ownServers });
    const found = failure !== undefined;
    say(`${found ? 'found    ' : 'NOT FOUND'} ${seconds.toFixed(1).padStart(6)} s  ${bug.name}`);
    say(`                    ${failure ?? bug.breaks}`);
    return found;
  } finally {
    tree.heal(bug);
  }
}

async function main(): Promise<void> {
  const bugs = wantedBugs();
  for (const bug of bugs) for (const file of filesOf(bug)) withBug(bug, file);
  const tree = await copyTree();
  process.once('exit', tree.remove);
  await mochaGlobalSetup();
  try {
    await expectHealthy(tree, bugs);
    const missed: PlantedBug[] = [];
    for (const bug of bugs) if (!(await tryBug(tree, bug))) missed.push(bug);
    say(`\n${bugs.length - missed.length} of ${bugs.length} planted bugs found.`);
    if (missed.length > 0) {
      say(`Add a test for each of:\n  ${namesOf(missed)}`);
      process.exitCode = 1;
    }
  } finally {
    await mochaGlobalTeardown();
  }
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
