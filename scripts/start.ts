import 'reflect-metadata';
import { shownApiAddress } from './start/api-address.js';
import { chooseApiPort } from './start/api-port.js';
import { provideDatabase, provideRedis } from './start/backing-services.js';
import { readConfiguration } from './start/configuration.js';
import { makeDataFolder } from './start/data-folder.js';
import { provideDemoAccounts } from './start/demo-accounts.js';
import { forgetLibpqVariables } from './start/libpq-variables.js';
import { takeLock } from './start/lock.js';
import { outliveTerminal, say } from './start/say.js';
import { provideProvider, startService } from './start/service.js';
import { StopInOrder } from './start/stop-in-order.js';
import { welcome } from './start/welcome.js';

async function start(running: StopInOrder): Promise<void> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'npm start runs sandbox servers and is not for production: use npm run migrate, start:api and start:worker.',
    );
  }
  forgetLibpqVariables();
  makeDataFolder('.data');
  await takeLock();
  const given = readConfiguration();
  const { metricsPort } = given;
  const port = await chooseApiPort(given.port, metricsPort);
  const [database, redisUrl, provider] = await Promise.all([
    provideDatabase(given, running),
    provideRedis(given, running),
    provideProvider(given, running),
  ]);
  const demoPassword = database.embedded ? await provideDemoAccounts(database.url) : undefined;
  await startService({ databaseUrl: database.url, redisUrl, ...provider }, { port, metricsPort }, running);
  say(welcome(shownApiAddress(port), demoPassword));
}

const running = new StopInOrder();
outliveTerminal();
running.listen();
start(running).catch((error) => {
  // A stop was requested during the start, and is under way; a migration that was running has lost its server.
  if (running.isStopping) return;
  console.error(error instanceof Error ? error.message : error);
  void running.stop(1);
});
