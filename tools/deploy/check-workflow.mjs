import { isDeepStrictEqual } from 'node:util';
import { isAllowedNode, readYaml } from './read-files.mjs';

const FILE = '.github/workflows/ci.yml';
/** The maintained release lines of Node. */
const MAINTAINED = [22, 24, 26];

/** Checks the workflow: it runs what .ci/run says, with pinned actions and no permissions. */
export function checkWorkflow() {
  const [{ on, permissions, jobs }] = readYaml(FILE);
  const majors = jobs.checks.strategy.matrix.node;
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const faults = [
    ...(on.push.tags?.includes('v*') ? [] : ['it does not look at what is released']),
    ...(isDeepStrictEqual(permissions, { contents: 'read' }) ? [] : ['it may do more than read']),
    ...(jobs.checks.steps.some(({ run }) => run === '.ci/run')
      ? []
      : ['the job checks does not run .ci/run']),
    ...Object.entries(jobs)
      .filter(([, { permissions: more }]) => more !== undefined)
      .map(([name]) => `the job ${name} takes rights of its own`),
    ...Object.entries(jobs)
      .filter(([, job]) => job['timeout-minutes'] === undefined)
      .map(([name]) => `the job ${name} may run for hours`),
    ...steps
      .filter(({ uses }) => uses !== undefined && !/@[0-9a-f]{40}$/.test(uses))
      .map(({ uses }) => `${uses} is not pinned by its commit`),
    ...majors
      .filter((major) => !isAllowedNode(major))
      .map((major) => `Node ${major} is none that package.json allows`),
    ...MAINTAINED.filter((major) => !majors.includes(major)).map((major) => `nothing runs on Node ${major}`),
  ];
  return faults.map((fault) => `${FILE}: ${fault}`);
}
