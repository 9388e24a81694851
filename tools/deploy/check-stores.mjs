/** Settings of PostgreSQL without which a crash loses, or damages, what was acknowledged. */
const RISKY = /^(fsync|full_page_writes|synchronous_commit)=(off|false|no|0)$/i;

/** Finds settings of PostgreSQL and Redis with which either forgets what it was given. */
export function checkStores({ postgres, redis }) {
  const risky = postgres.command.filter((argument) => RISKY.test(argument));
  const evicts = !redis.command.join(' ').includes('--maxmemory-policy noeviction');
  return [
    ...risky.map((setting) => `postgres runs with ${setting}, and may lose what it has acknowledged`),
    ...(evicts ? ['redis may evict keys: each of them is a job that is lost'] : []),
  ];
}

/** Finds programs that may start before the schema is there, and only wait for it. */
export function checkOrder({ api, worker }) {
  return Object.entries({ api, worker })
    .filter(([, { depends_on }]) => depends_on?.migrate?.condition !== 'service_completed_successfully')
    .map(([name]) => `${name} does not wait for migrate`);
}
