import { loadOrExit } from '../shared/config/environment.js';
import { refuseArguments } from '../shared/config/refuse-arguments.js';
import { readSandboxConfig } from '../shared/config/sandbox.js';
import { startSandbox } from './server.js';

refuseArguments();
const config = loadOrExit(readSandboxConfig);
const sandbox = await startSandbox(config).catch((error: Error) => {
  process.stderr.write(`Cannot listen on HOST and PORT: ${error.message}\n`);
  process.exit(1);
});
process.stdout.write(`Sandbox provider listening on ${sandbox.url}\n`);

async function stop(): Promise<void> {
  await sandbox.close();
  // The IPC channel to a parent would keep the process alive.
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
// A parent that was killed cannot send a signal, but its IPC channel closes.
process.once('disconnect', () => void stop());
// It may have closed while this process was starting.
if (process.connected === false) void stop();
