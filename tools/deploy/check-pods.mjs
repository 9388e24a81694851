import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { checkProbes } from './check-probes.mjs';
import { checkSettings, STAND_INS } from './check-settings.mjs';
import { checkSpool } from './check-spool.mjs';
import { isExactTag, programOf, readProcfile } from './read-files.mjs';
import { containersOf, environmentOf } from './read-pods.mjs';
import { checkTimeToStop } from './time-to-stop.mjs';

/** The Procfile process of each of our containers. */
const PROCESSES = { api: 'web', worker: 'worker', migrate: 'release' };
/** The command of `npm run admin` in each container that is started by a script. */
const ADMIN_COMMANDS = { verify: 'verify-restore' };

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

/** Our own image gets its release from the kustomization; any other names its registry and an exact release. */
function checkImage({ image }, manifests) {
  const { images } = manifests.find(({ kind }) => kind === 'Kustomization');
  if (images.some(({ name }) => name === image)) return [];
  return isExactTag(image) && image.includes('/') ? [] : [`takes ${image}, which no kustomization names`];
}

function checkMounts({ volumes = [] }, { volumeMounts = [] }) {
  return volumeMounts
    .filter((mount) => !volumes.some((volume) => volume.name === mount.name))
    .map((mount) => `mounts ${mount.name}, which is not there`);
}

/** The file system of the image is read-only, and libraries and shells take it for granted that they can write there. */
function checkTemporary({ volumes = [] }, { volumeMounts = [] }) {
  const mount = volumeMounts.find(({ mountPath, readOnly }) => mountPath === '/tmp' && readOnly !== true);
  const isEmpty = volumes.some(({ name, emptyDir }) => name === mount?.name && emptyDir !== undefined);
  return isEmpty ? [] : ['has no /tmp to write to'];
}

function checkPorts({ ports = [] }, environment) {
  const wanted = { http: environment.PORT, metrics: environment.METRICS_PORT };
  return ports
    .filter(({ name, containerPort }) => String(containerPort) !== wanted[name])
    .map(
      ({ name, containerPort }) => `port ${name} is ${containerPort}, the process listens on ${wanted[name]}`,
    );
}

/** The volumes of a pod that outlive it, where a container mounts them. */
function lastingMounts({ volumes = [] }, { volumeMounts = [] }) {
  const lasting = volumes.filter(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined);
  return volumeMounts
    .filter((mount) => mount.readOnly !== true && lasting.some(({ name }) => name === mount.name))
    .map(({ mountPath }) => mountPath);
}

/** A script has to be one that bash reads, ends at the signal to stop, and starts the program as it is called now. */
function checkScript({ name, command: [shell, option, script] }) {
  if (shell !== 'bash' || option !== '-c') return [`starts ${shell}, which nobody looks at`];
  const { stderr } = spawnSync('bash', ['-n', '-c', script], { encoding: 'utf8' });
  const program = name in ADMIN_COMMANDS && `${programOf('admin').join(' ')} ${ADMIN_COMMANDS[name]} `;
  return [
    ...(stderr === '' ? [] : [`has a script that bash does not read: ${stderr.trim()}`]),
    ...(/^trap '.*' TERM$|^exec [a-z]/m.test(script) ? [] : ['ignores SIGTERM, as every first process does']),
    ...(program && !script.includes(program) ? [`does not run ${program.trim()}`] : []),
  ];
}

async function checkProcess(kind, pod, container, environment) {
  const process = container.name;
  const command = readProcfile()[PROCESSES[process]];
  return [
    ...(isDeepStrictEqual(container.command, command)
      ? []
      : [`runs ${container.command}, the Procfile ${command}`]),
    ...checkPorts(container, environment),
    ...checkTimeToStop(process, environment, pod.terminationGracePeriodSeconds ?? 30),
    ...(process === 'worker' ? checkSpool(environment, lastingMounts(pod, container)) : []),
    ...(kind === 'Deployment' ? await checkProbes(container) : []),
  ];
}

async function checkContainer({ kind, pod }, container, manifests) {
  const { environment, missing } = environmentOf(container, manifests, STAND_INS);
  const isProcess = container.name in PROCESSES;
  const process = isProcess ? container.name : ADMIN_COMMANDS[container.name];
  return [
    ...missing.map((source) => `takes settings from ${JSON.stringify(source)}, which is not there`),
    ...checkHardening(pod, container),
    ...checkImage(container, manifests),
    ...checkMounts(pod, container),
    ...checkTemporary(pod, container),
    ...(isProcess ? await checkProcess(kind, pod, container, environment) : checkScript(container)),
    ...(process === undefined ? [] : checkSettings(process, environment)),
  ].map((fault) => `${container.name} ${fault}`);
}

/** Compares the pods of a workload with what may run in the cluster, and with the programs that run in them. */
export async function checkPods(workload, manifests) {
  const { kind, name, pod } = workload;
  const containers = await Promise.all(
    containersOf(pod).map((container) => checkContainer(workload, container, manifests)),
  );
  // Of a Job or CronJob, something has to end the pods that hang, and to remove those that have ended.
  const { activeDeadlineSeconds, ttlSecondsAfterFinished } = workload.job ?? {};
  const endless =
    workload.job !== undefined && !(activeDeadlineSeconds > 0 && ttlSecondsAfterFinished >= 0)
      ? ['may hang for ever, or stay when it has ended']
      : [];
  return [...containers.flat(), ...endless].map((fault) => `deploy/kubernetes: ${kind} ${name}: ${fault}`);
}
