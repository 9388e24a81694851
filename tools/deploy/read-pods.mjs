/** What has the template of the pods, in each kind of workload. */
const SPECS = {
  Deployment: ({ spec }) => spec,
  Job: ({ spec }) => spec,
  CronJob: ({ spec }) => spec.jobTemplate.spec,
};

/**
 * What runs in the cluster: the kind and name of each Deployment, Job and CronJob, the labels and spec of its pods, and,
 * of one that ends, the spec of the job.
 */
export function workloadsIn(manifests) {
  return manifests
    .filter(({ kind }) => kind in SPECS)
    .map((manifest) => {
      const { kind, metadata } = manifest;
      const spec = SPECS[kind](manifest);
      const { metadata: own, spec: pod } = spec.template;
      const job = kind === 'Deployment' ? undefined : spec;
      return { kind, name: metadata.name, labels: own?.labels ?? {}, pod, job };
    });
}

/** The containers of a pod, including those that run before the others. */
export function containersOf({ initContainers = [], containers }) {
  return [...initContainers, ...containers];
}

/** The environment of a container, and the sources of it that no manifest describes; `standIns` makes up the secrets. */
export function environmentOf({ env = [], envFrom = [] }, manifests, standIns) {
  const named = (kind, { name }) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const referred = envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef ? named('ConfigMap', configMapRef)?.data : made(named('Secret', secretRef), standIns),
  );
  const missing = envFrom.filter((_source, index) => referred[index] === undefined);
  const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
  return { environment: Object.assign({}, ...referred, own), missing };
}

function made(secret, standIns) {
  if (secret === undefined) return undefined;
  return Object.fromEntries(Object.keys(secret.stringData).map((name) => [name, standIns[name] ?? '']));
}

/** Whether a selector, of a NetworkPolicy for example, takes pods with these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }, labels) {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key]))
  );
}
