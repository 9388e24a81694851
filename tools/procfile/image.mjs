// Runs an image that was built from the Dockerfile, without an engine: migrations, an admin, sandbox, API and worker start from
// its files alone, as its user, with a tree that nobody may write but /tmp and /spool; one verification goes through, the
// image's own health check says that both are well, and SIGTERM ends all of them in order.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine, refuse } from '../../scripts/command-line.mjs';
import { freePort } from '../../scripts/embedded/free-port.ts';
import { programOf, readProcfile } from '../deploy/read-files.mjs';
import { ADMIN, start, stop, waitUntilReady } from './programs.mjs';
import { verifyOnce } from './use-service.mjs';
import { withWorld } from './world.mjs';

/** Each step finally replaces the shell, so that signals reach the program itself. */
const INSIDE = `set -e; root=$1; shift
mount --bind "$root" "$root"; mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"; mount -t tmpfs -o mode=700,uid=$(stat -c %u "$root/spool") tmpfs "$root/spool"
mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"
exec chroot --userspec=node:node "$root" env --chdir=/app "$@"`;

const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', NODE_ENV: 'production' };
const USAGE = `Usage: npm run try:image -- folder
Runs the service from the files of an image alone, read-only and as its user. The folder is their root, as \`buildah mount\`
prints it. Needs Linux, and root.`;

const [given = ''] = readCommandLine(USAGE, { words: 1 }).words;
const root = path.resolve(given);
if (given === '' || path.dirname(root) === root) refuse(USAGE, 'Name the root of the files of an image.');

function run(program, settings) {
  const args = ['--mount', 'sh', '-c', INSIDE, 'sh', root, ...program];
  return start('unshare', args, { cwd: '/', env: { ...ENVIRONMENT, ...settings } });
}

async function runToItsEnd(program, settings) {
  const [code] = await once(run(program, settings), 'exit');
  if (code !== 0) throw new Error(`${program.join(' ')} ended with ${code}.`);
}

/** The list after CMD of the HEALTHCHECK, as the engine runs it in the container. */
function healthCheck() {
  const [, list] = /^HEALTHCHECK[^\n]*\n\s*CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  return JSON.parse(list);
}

async function tryImage({ settings, port }) {
  const { release, web, worker } = readProcfile();
  const [sandboxPort, apiMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()];
  const { PROVIDER_API_KEY } = settings;
  const sandbox = run(programOf('start:sandbox'), {
    NODE_ENV: 'development',
    PORT: String(sandboxPort),
    PROVIDER_API_KEY,
  });
  await runToItsEnd(release, settings);
  const createAdmin = [
    ...programOf('migrate').slice(0, -1),
    'dist/programs/scripts/admin.js',
    'create-admin',
  ];
  await runToItsEnd([...createAdmin, '--email', ADMIN.email], {
    ...settings,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const forApi = { ...settings, PORT: String(port), METRICS_PORT: String(apiMetrics) };
  const PROVIDER_URL = `http://127.0.0.1:${sandboxPort}`;
  const forWorker = { ...settings, PROVIDER_URL, METRICS_PORT: String(workerMetrics), SPOOL_DIR: '/spool' };
  const api = run(web, forApi);
  const work = run(worker, forWorker);
  await waitUntilReady(`http://127.0.0.1:${port}`, api);
  await waitUntilReady(`http://127.0.0.1:${workerMetrics}`, work);
  const { request_id, result } = await verifyOnce(`http://127.0.0.1:${port}`, ADMIN);
  console.log(`${request_id}: ${result.label}.`);
  for (const metrics of [apiMetrics, workerMetrics])
    await runToItsEnd(healthCheck(), { METRICS_PORT: String(metrics) });
  await stop(work, 'worker', 'SIGTERM');
  await stop(api, 'api', 'SIGTERM');
  await stop(sandbox, 'sandbox', 'SIGTERM');
}

await withWorld(tryImage);
