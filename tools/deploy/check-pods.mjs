import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { createOpsServer } from '../../shared/ops/ops-server.ts';
import { checkSettings, STAND_INS } from './check-settings.mjs';
import { readFigure, readProcfile } from './read-files.mjs';

/** The Procfile process of each of our containers. */
const PROCESSES = { api: 'web', worker: 'worker', migrate: 'release' };

function environmentOf({ env = [], envFrom = [] }, sources) {
  const referred = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef
      ? sources.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name)
          ?.data
      : standIns(sources.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === secretRef.name)),
  );
  const missing = envFrom.filter((_source, index) => referred[index] === undefined);
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return { environment: Object.assign({}, ...referred, own), missing };
}

/** The example describes each secret; its values are made up here. */
function standIns(secret) {
  if (secret === undefined) return undefined;
  return Object.fromEntries(Object.keys(secret.stringData).map((name) => [name, STAND_INS[name] ?? '']));
}

/** Requires Kubernetes' profile "restricted", and a read-only file system as well. */
function checkHardening({ automountServiceAccountToken, enableServiceLinks, securityContext }, container) {
  const inside = container.securityContext ?? {};
  const rules = {
    'takes a service account token': automountServiceAccountToken === false,
    'gets the addresses of Services as variables': enableServiceLinks === false,
    'may run as root': securityContext?.runAsNonRoot === true && securityContext.runAsUser > 0,
    'has no seccomp profile': securityContext?.seccompProfile?.type === 'RuntimeDefault',
    'may gain privileges': inside.allowPrivilegeEscalation === false,
    'may write to its image': inside.readOnlyRootFilesystem === true,
    'keeps capabilities': isDeepStrictEqual(inside.capabilities, { drop: ['ALL'] }),
    'has no limit of memory': container.resources?.limits?.memory !== undefined,
    'asks for nothing to be scheduled by': isDeepStrictEqual(
      Object.keys(container.resources?.requests ?? {}).sort(),
      ['cpu', 'memory'],
    ),
  };
  return Object.keys(rules).filter((fault) => !rules[fault]);
}

function checkPorts({ ports = [] }, environment) {
  const wanted = { http: environment.PORT, metrics: environment.METRICS_PORT };
  return ports
    .filter(({ name, containerPort }) => String(containerPort) !== wanted[name])
    .map(
      ({ name, containerPort }) => `port ${name} is ${containerPort}, the process listens on ${wanted[name]}`,
    );
}

/** Asks the server of METRICS_PORT itself for the paths of the probes. */
async function checkProbes(container) {
  const server = createOpsServer({
    registry: { contentType: 'text/plain', metrics: async () => '' },
    readiness: async () => ({ status: 'ok', checks: {} }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const faults = [];
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = container[probe]?.httpGet ?? {};
    const answer = await fetch(`http://127.0.0.1:${server.address().port}${path ?? '/'}`);
    if (port !== 'metrics' || !answer.ok)
      faults.push(`${probe} asks for ${path} on ${port}, which is not served`);
  }
  server.close();
  return faults;
}

function checkPatience(process, { terminationGracePeriodSeconds = 30 }, container, environment) {
  const stopSeconds = {
    api: () => Number(environment.DRAIN_SECONDS) + readFigure('api/main.ts', 'CLOSE_WITHIN_MS') / 1_000,
    worker: () =>
      (Number(environment.PROVIDER_TIMEOUT_MS) + readFigure('worker/main.ts', 'SETTLE_WITHIN_MS')) / 1_000,
    migrate: () => 0,
  };
  const pause = Number(container.lifecycle?.preStop?.exec?.command?.[1] ?? 0);
  const needed = stopSeconds[process]() + pause;
  return terminationGracePeriodSeconds >= needed
    ? []
    : [`is killed after ${terminationGracePeriodSeconds} s, and may need ${needed} s to stop in order`];
}

/** Compares the pods of a Deployment or Job with the program that runs in them. */
export async function checkPods({ metadata: { name }, kind, spec }, manifests) {
  const pod = spec.template.spec;
  const [container, ...others] = pod.containers;
  const { environment, missing } = environmentOf(container, manifests);
  const process = container.name;
  const command = readProcfile()[PROCESSES[process]];
  const faults = [
    ...others.map((other) => `has a container ${other.name} that nobody looks at`),
    ...missing.map((source) => `takes settings from ${JSON.stringify(source)}, which is not there`),
    ...(isDeepStrictEqual(container.command, command)
      ? []
      : [`runs ${container.command}, the Procfile ${command}`]),
    ...checkHardening(pod, container),
    ...checkPorts(container, environment),
    ...checkPatience(process, pod, container, environment),
    ...(kind === 'Deployment' ? await checkProbes(container) : []),
  ];
  const place = `deploy/kubernetes: ${kind} ${name}`;
  return [...faults.map((fault) => `${place} ${fault}`), ...checkSettings(process, environment, place)];
}
