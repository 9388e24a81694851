/** How to reach the servers shared by all tests of a run. */
export interface SharedServers {
  superuserUrl: string;
  /** Of the migrated database from which the tests' databases are copied. */
  ownerUrl: string;
  appUrl: string;
  redisUrl: string;
}

// In the environment, because mocha loads the global set-up and the test files as two instances of this module.
const variable = 'SHARED_TEST_SERVERS';

/** Publishes the servers' addresses to the test files of this run, and to processes they start. */
export function publishServers(servers: SharedServers): void {
  process.env[variable] = JSON.stringify(servers);
}

/** The servers of this run; throws if the global set-up has not run. */
export function sharedServers(): SharedServers {
  const published = process.env[variable];
  if (published === undefined)
    throw new Error('No servers: run the tests by npm test or with .mocharc.json.');
  return JSON.parse(published) as SharedServers;
}
