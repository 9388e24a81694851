import { syntheticIdentity } from '../../harness/synthetic-identity.js';
import { submitAsync } from '../../test/support/checks/submit.js';
import type { CostSite } from './cost-site.js';
import { untilSealed } from './until-sealed.js';

/** Bytes kept per verification, indexes included, by table. */
export type KeptCost = Record<string, number>;

/** Enough to make half-filled pages at the ends of tables and indexes negligible. */
const VERIFICATIONS = 1_500;
const AT_ONCE = 20;
/** Tables with less than this are not per verification, or are shared by many. */
const WORTH_NAMING_BYTES = 1;

/** Sends many verifications, waits until they are settled and in the log, and measures the tables. */
export async function measureKept(site: CostSite): Promise<KeptCost> {
  const before = await weigh(site);
  await submitMany(site);
  await untilSealed(site);
  const after = await weigh(site);
  const sent = after.verifications - before.verifications;
  const kept = [...after.bytes].map(([table, bytes]): [string, number] => [
    table,
    Math.round((bytes - (before.bytes.get(table) ?? 0)) / sent),
  ]);
  return Object.fromEntries(kept.filter(([, bytes]) => bytes > WORTH_NAMING_BYTES));
}

async function submitMany({ service, client }: CostSite): Promise<void> {
  let sent = 0;
  const submitSome = async (): Promise<void> => {
    while (sent < VERIFICATIONS) {
      sent += 1;
      // Each about another person, like real requests: an index stores equal values more compactly.
      const body = { subject: syntheticIdentity(sent) };
      await submitAsync(service.api.client, client.token, { body });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, submitSome));
}

interface Weight {
  verifications: number;
  bytes: ReadonlyMap<string, number>;
}

/** Measures sizes after rewriting everything: what updates leave behind varies. */
async function weigh({ superuser }: CostSite): Promise<Weight> {
  await superuser.query('VACUUM FULL');
  const sizes = await superuser.query<{ name: string; bytes: number }>(
    `SELECT relname AS name, pg_total_relation_size(oid)::int AS bytes
     FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const count = await superuser.query<{ count: number }>('SELECT count(*)::int AS count FROM verifications');
  return {
    verifications: count.rows[0]?.count ?? 0,
    bytes: new Map(sizes.rows.map(({ name, bytes }) => [name, bytes])),
  };
}
