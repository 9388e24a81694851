// Checks where packages come from: both lockfiles with lockfile-lint, in case they name an origin, and with our own
// rules for what they do contain. A new direct dependency needs a reason in dependencies.json.
import { runNode } from '../../scripts/bootstrap/run.mjs';
import { readCommandLine } from '../../scripts/command-line.mjs';
import { checkPackages } from './check-packages.mjs';

readCommandLine(
  'Usage: npm run lint:lockfile\nChecks that packages come from the registry, with known contents, and each with a stated reason.',
);

const faults = [];
for (const folder of ['.', 'tools']) {
  const rules = ['--type', 'npm', '--validate-https', '--allowed-hosts', 'npm', '--validate-integrity'];
  const lockfile = `${folder}/package-lock.json`;
  const code = await runNode([
    'scripts/tool.mjs',
    'lockfile-lint',
    '--path',
    lockfile,
    '--format',
    'plain',
    ...rules,
  ]);
  if (code !== 0) faults.push(`${lockfile}: lockfile-lint says above what is wrong`);
  faults.push(...checkPackages(folder));
}
for (const fault of faults) console.error(`- ${fault}`);
if (faults.length > 0) process.exitCode = 1;
