// Stryker's settings for one area; main.ts says which by the environment.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AREAS } from './areas.mjs';

const { MUTATION_AREA: name, MUTATION_STATIC: withStatic, MUTATION_SAMPLE: sample } = process.env;
const area = AREAS[name];

export default {
  mutate: area.mutate,
  plugins: ['@stryker-mutator/*', './test/mutation/sample.mjs'],
  ignorers: sample === '1' ? [] : ['sample'],
  testRunner: 'mocha',
  mochaOptions: {
    'no-config': true,
    'no-package': true,
    require: ['./test/mutation/register-tsx.mjs', 'reflect-metadata'],
    extension: ['.ts'],
    spec: area.spec,
    // Tests of speed say nothing about instrumented code.
    grep: '/^(?!.* is (judged|searched) at once)/',
  },
  // Each mutant meets the tests that run its line. Those of constants made at load time take a process each, and
  // most of the time, for tables that tests compare anyway: only on request.
  coverageAnalysis: 'perTest',
  ignoreStatic: withStatic !== 'true',
  concurrency: 2,
  // A mutant that never ends is found too; a busy machine alone must not look like one.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 15,
  tempDirName: path.join(tmpdir(), `mutation-${name}`),
  ignorePatterns: ['/dist', '/.data', '/coverage', '/portal', '/docs', '/bench/results', 'node_modules'],
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `coverage/mutation/${name}.json` },
  htmlReporter: { fileName: `coverage/mutation/${name}.html` },
  thresholds: { high: 95, low: 90, break: 90 },
};
