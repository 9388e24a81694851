import { once } from 'node:events';
import { createOpsServer } from '../../shared/ops/ops-server.ts';

/** Asks the server of METRICS_PORT itself for the paths of a container's probes. */
export async function checkProbes(container) {
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
