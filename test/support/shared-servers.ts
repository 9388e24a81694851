/** How to reach the servers that all tests of a run share. */
export interface SharedServers {
  superuserUrl: string;
  /** Of the migrated database that those of the tests are copies of. */
  ownerUrl: string;
  appUrl: string;
  redisUrl: string;
}

// The environment, because mocha loads the global set-up and the test files as two instances of this module.
const variable = 'SHARED_TEST_SERVERS';

/** Tells the test files of this run, and processes they start, where the servers are. */
export function publishServers(servers: SharedServers): void {
  process.env[variable] = JSON.stringify(servers);
}

/** The servers of this run; throws when the global set-up has not run. */
export function sharedServers(): SharedServers {
  const published = process.env[variable];
  if (published === undefined)
    throw new Error('No servers: run the tests by npm test or with .mocharc.json.');
  return JSON.parse(published) as SharedServers;
}
