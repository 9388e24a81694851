// Checks the alert rules and runs their tests with Prometheus' own promtool.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './bootstrap/run.mjs';
import { readCommandLine } from './command-line.mjs';

readCommandLine(
  'Usage: npm run lint:alerts\nChecks the alert rules and runs their tests, with promtool of Prometheus.',
);

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../deploy/prometheus'));
const CHECKS = [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
];
try {
  for (const check of CHECKS) {
    const code = await run('promtool', check);
    if (code !== 0) process.exitCode = 1;
  }
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
  console.error(
    'promtool is not installed. It comes with Prometheus: `apt-get install prometheus`, `brew install prometheus`, ' +
      'or https://prometheus.io/download; then run this again.',
  );
  process.exitCode = 2;
}
