// Reports what is wrong with docker-compose.yml, the Dockerfile, the CI workflow and deploy/kubernetes: against
// Kubernetes' schemas, each other, and the programs they run. Needs neither an engine nor a cluster.
import { readCommandLine } from '../../scripts/command-line.mjs';
import { checkCompose } from './check-compose.mjs';
import { checkDefaults } from './check-defaults.mjs';
import { checkDockerfile } from './check-dockerfile.mjs';
import { checkKubernetes } from './check-kubernetes.mjs';
import { checkSchemas } from './check-schemas.mjs';
import { checkVariables } from './check-variables.mjs';
import { checkWorkflow } from './check-workflow.mjs';
import { readManifests } from './read-files.mjs';

readCommandLine(
  'Usage: npm run lint:deploy\nChecks docker-compose.yml, Dockerfile, CI workflow and Kubernetes manifests against schemas and programs.',
);

const manifests = await readManifests();
const misshapen = await checkSchemas(manifests);
// Manifests that do not match their kind's schema cannot be compared with anything.
const unfit = misshapen.length > 0 ? [] : await checkKubernetes(manifests.map(({ manifest }) => manifest));
const faults = [
  ...checkCompose(),
  ...checkDockerfile(),
  ...checkWorkflow(),
  ...checkVariables(),
  ...checkDefaults(),
  ...misshapen,
  ...unfit,
];
for (const fault of faults) console.error(`- ${fault}`);
if (faults.length > 0) process.exitCode = 1;
else
  console.log(
    `${manifests.length} manifests, docker-compose.yml, the Dockerfile and the CI workflow agree with the programs.`,
  );
