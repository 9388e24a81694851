import { readdirSync, readFileSync } from 'node:fs';
import { checkConnections } from './check-connections.mjs';
import { checkEgress } from './check-egress.mjs';
import { checkIngress } from './check-ingress.mjs';
import { checkPods } from './check-pods.mjs';
import { KUBERNETES } from './read-files.mjs';
import { containersOf, workloadsIn } from './read-pods.mjs';

const isSubset = (part, whole = {}) =>
  Object.entries(part ?? {}).every(([name, value]) => whole[name] === value);

const portsOf = (manifests) =>
  workloadsIn(manifests).flatMap(({ pod }) => containersOf(pod).flatMap(({ ports = [] }) => ports));

/** Every file must be used: by the kustomization, or as an example for people. */
function checkFiles(manifests) {
  const { resources } = manifests.find(({ kind }) => kind === 'Kustomization');
  const present = readdirSync(KUBERNETES).filter(
    (file) => file.endsWith('.yaml') && file !== 'kustomization.yaml',
  );
  return [
    ...present
      .filter((file) => !file.endsWith('.example.yaml') && !resources.includes(file))
      .map((file) => `${file} is in no kustomization`),
    ...resources.filter((file) => !present.includes(file)).map((file) => `${file} is not there`),
  ];
}

/** A release that leaves the tag behind would roll out the one before it. */
function checkRelease(manifests) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { images } = manifests.find(({ kind }) => kind === 'Kustomization');
  return images
    .filter(({ newTag }) => newTag !== version)
    .map(({ newName, newTag }) => `${newName} is rolled out as ${newTag}, and package.json says ${version}`);
}

function checkNamespaces(manifests) {
  const { namespace } = manifests.find(({ kind }) => kind === 'Kustomization');
  return manifests
    .filter(
      ({ kind, metadata }) =>
        metadata !== undefined && kind !== 'Namespace' && metadata.namespace !== namespace,
    )
    .map(({ kind, metadata }) => `${kind} ${metadata.name} is not in the namespace ${namespace}`);
}

/** The labels by which each kind selects pods, which must exist. */
function selectorsOf({ kind, spec }) {
  if (kind === 'Service') return [spec.selector];
  if (kind === 'PodDisruptionBudget') return [spec.selector.matchLabels];
  if (kind === 'NetworkPolicy') return [spec.podSelector.matchLabels ?? {}];
  if (kind !== 'Deployment') return [];
  const spread = spec.template.spec.topologySpreadConstraints ?? [];
  return [spec.selector.matchLabels, ...spread.map(({ labelSelector }) => labelSelector.matchLabels)];
}

function checkSelectors(manifests) {
  const labels = workloadsIn(manifests).map((workload) => workload.labels);
  const names = labels.map((own) => own['app.kubernetes.io/name']);
  return manifests.flatMap((manifest) => {
    const listed = (manifest.spec?.podSelector?.matchExpressions ?? []).flatMap(({ values }) => values);
    return [
      ...selectorsOf(manifest).filter((selector) => !labels.some((own) => isSubset(selector, own))),
      ...listed.filter((name) => !names.includes(name)),
    ].map(
      (selector) => `${manifest.kind} ${manifest.metadata.name} selects no pods: ${JSON.stringify(selector)}`,
    );
  });
}

function checkTargets(manifests) {
  const deployments = manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ metadata }) => metadata.name);
  const ports = portsOf(manifests);
  const services = manifests.filter(({ kind }) => kind === 'Service');
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const place = `${kind} ${metadata?.name}`;
    const scaled = spec?.scaleTargetRef?.name;
    const backends = (spec?.rules ?? []).flatMap(({ http }) =>
      http.paths.map(({ backend }) => backend.service),
    );
    return [
      ...(scaled === undefined || deployments.includes(scaled) ? [] : [`${place} scales ${scaled}`]),
      ...(kind === 'Service' ? spec.ports : [])
        .filter(({ targetPort }) => !ports.some(({ name }) => name === targetPort))
        .map(({ targetPort }) => `${place} leads to the port ${targetPort}`),
      ...backends
        .filter(({ name, port }) => !services.some((s) => s.metadata.name === name && hasPort(s, port)))
        .map(({ name }) => `${place} leads to the Service ${name}`),
    ].map((fault) => `${fault}, which is not there`);
  });
}

const hasPort = ({ spec }, { name }) => spec.ports.some((port) => port.name === name);

function checkPolicies(manifests) {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const ports = portsOf(manifests).map(({ containerPort }) => containerPort);
  const isDefault = ({ spec }) =>
    Object.keys(spec.podSelector).length === 0 && spec.ingress === undefined && spec.egress === undefined;
  const entered = policies.flatMap(({ spec }) => (spec.ingress ?? []).flatMap((rule) => rule.ports ?? []));
  return [
    ...(policies.some((policy) => isDefault(policy) && policy.spec.policyTypes.length === 2)
      ? []
      : ['no NetworkPolicy denies what the others do not allow']),
    ...entered
      .filter(({ port }) => !ports.includes(port))
      .map(({ port }) => `a NetworkPolicy lets callers in on ${port}, where nobody listens`),
  ];
}

/** A budget of none keeps every node from being drained for ever. */
function checkBudgets(manifests) {
  return manifests
    .filter(({ kind, spec }) => kind === 'PodDisruptionBudget' && !(spec.maxUnavailable > 0))
    .map(({ metadata }) => `PodDisruptionBudget ${metadata.name} lets no pod be moved`);
}

/** The metric that scales the workers must be one the processes export. */
function checkScaling(manifests) {
  const described = readFileSync('docs/metrics.md', 'utf8');
  const { WORKER_CONCURRENCY } = manifests.find(({ metadata }) => metadata?.name === 'worker-config').data;
  const triggers = manifests
    .filter(({ kind }) => kind === 'ScaledObject')
    .flatMap(({ spec }) => spec.triggers);
  return triggers.flatMap(({ metadata: { query, threshold } }) => [
    ...(described.includes(`\`${/\((\w+)/.exec(query)?.[1]}\``)
      ? []
      : [`nobody gives the figure of ${query}`]),
    ...(threshold === WORKER_CONCURRENCY ? [] : ['the threshold is not what one worker has in flight']),
  ]);
}

/** Compares the manifests with each other and with the programs they run. */
export async function checkKubernetes(manifests) {
  const checks = [
    checkFiles,
    checkRelease,
    checkNamespaces,
    checkSelectors,
    checkTargets,
    checkPolicies,
    checkEgress,
    checkIngress,
    checkScaling,
    checkBudgets,
    checkConnections,
  ];
  const faults = checks.flatMap((check) => check(manifests)).map((fault) => `${KUBERNETES}: ${fault}`);
  const pods = await Promise.all(workloadsIn(manifests).map((workload) => checkPods(workload, manifests)));
  return [...faults, ...pods.flat()];
}
