import { once } from 'node:events';
import { createOpsServer } from '../../shared/ops/ops-server.ts';

const REGISTRY = { contentType: 'text/plain', metrics: async () => '' };

/** Whether each of these paths of METRICS_PORT gets a 200 in a process of this readiness; asks the server itself. */
async function answers(paths, readiness) {
  const server = createOpsServer({
    registry: REGISTRY,
    readiness: async () => ({ ...readiness, checks: {} }),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const found = await Promise.all(paths.map((path = '/') => fetch(`http://127.0.0.1:${port}${path}`)));
  server.close();
  return found.map(({ ok }) => ok);
}

/**
 * Compares a container's probes with what is served. Only the readiness probe may notice that PostgreSQL is away: the
 * others would end every process at once, with the calls that workers have under way.
 */
export async function checkProbes(container) {
  const names = ['startupProbe', 'livenessProbe', 'readinessProbe'];
  const probes = names.map((name) => container[name]?.httpGet ?? {});
  const paths = probes.map(({ path }) => path);
  const ready = await answers(paths, { status: 'ok' });
  const unready = await answers(paths, { status: 'service_unavailable' });
  return names.flatMap((name, at) => {
    const { path, port } = probes[at];
    if (port !== 'metrics' || !ready[at]) return [`${name} asks for ${path} on ${port}, which is not served`];
    const notices = !unready[at];
    if (name === 'readinessProbe')
      return notices ? [] : [`${name} asks for ${path}, which knows of no outage`];
    return notices ? [`${name} asks for ${path}, which fails while PostgreSQL is away`] : [];
  });
}
