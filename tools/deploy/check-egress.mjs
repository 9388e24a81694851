import { STAND_INS } from './check-settings.mjs';
import { containersOf, environmentOf, selects, workloadsIn } from './read-pods.mjs';

/**
 * The settings with addresses that a container connects to. The API has SMTP_URL too, in order to know whether there are
 * mails; the copy of a backup is in the pod itself.
 */
const CALLS = {
  api: ['DATABASE_URL', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  worker: ['DATABASE_URL', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'PROVIDER_URL', 'SMTP_URL'],
  migrate: ['DATABASE_URL', 'MIGRATION_DATABASE_URL'],
  verify: ['DATABASE_URL'],
};
/** They lead out of the cluster, and nothing else does. */
const OUTSIDE = new Set(['PROVIDER_URL', 'SMTP_URL']);
const PORTS = {
  'postgres:': 5432,
  'rediss:': 6379,
  'redis:': 6379,
  'https:': 443,
  'http:': 80,
  'smtps:': 465,
  'smtp:': 587,
};

const INTERNET = ['0.0.0.0/0', '::/0', '2000::/3'];

/** Whether one of the peers of a rule can be the server: outside the cluster, or in it or at addresses of its own. */
function leadsTo({ to }, outside) {
  if (to === undefined) return true;
  return to.some(({ ipBlock }) => (outside ? ipBlock !== undefined : !INTERNET.includes(ipBlock?.cidr)));
}

function opens({ ports = [] }, wanted, protocol = 'TCP') {
  return (
    ports.length === 0 ||
    ports.some(
      (rule) =>
        (rule.protocol ?? 'TCP') === protocol && rule.port <= wanted && wanted <= (rule.endPort ?? rule.port),
    )
  );
}

/** Where a container has to get to, as `[setting, port]`. */
function targetsOf(container, manifests) {
  const { environment } = environmentOf(container, manifests, STAND_INS);
  const known = { OTEL_EXPORTER_OTLP_ENDPOINT: STAND_INS.OTEL_EXPORTER_OTLP_ENDPOINT, ...environment };
  return (CALLS[container.name] ?? [])
    .filter((name) => known[name])
    .map((name) => {
      const { protocol, port } = new URL(known[name]);
      return [name, Number(port) || PORTS[protocol]];
    });
}

/** What the NetworkPolicies keep from one workload, given that all that nobody allows is denied. */
function checkWorkload({ kind, name, labels, pod }, manifests) {
  const policies = manifests.filter((manifest) => manifest.kind === 'NetworkPolicy');
  const own = policies.filter(({ spec }) => selects(spec.podSelector, labels));
  const out = own.flatMap(({ spec }) => spec.egress ?? []);
  const into = own.flatMap(({ spec }) => spec.ingress ?? []);
  const ports = containersOf(pod).flatMap((container) => container.ports ?? []);
  return [
    ...(out.some((rule) => opens(rule, 53, 'UDP')) ? [] : ['cannot ask for names']),
    ...containersOf(pod)
      .flatMap((container) => targetsOf(container, manifests))
      .filter(([target, port]) => !out.some((r) => opens(r, port) && leadsTo(r, OUTSIDE.has(target))))
      .map(([target, port]) => `has ${target}, and no NetworkPolicy lets it out to port ${port}`),
    ...ports
      .filter(({ containerPort }) => !into.some((rule) => opens(rule, containerPort)))
      .map(({ containerPort }) => `serves ${containerPort}, and no NetworkPolicy lets anybody in`),
  ].map((fault) => `${kind} ${name} ${fault}`);
}

/** Compares the NetworkPolicies with where each process has to get to, and from where it is asked. */
export function checkEgress(manifests) {
  return workloadsIn(manifests).flatMap((workload) => checkWorkload(workload, manifests));
}
