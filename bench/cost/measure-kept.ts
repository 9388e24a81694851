import { syntheticIdentity } from '../../harness/synthetic-identity.js';
import { submitAsync } from '../../test/support/submit.js';
import type { CostSite } from './cost-site.js';
import { untilSealed } from './until-sealed.js';

/** Bytes that stay of one verification, with indexes, by table. */
export type KeptCost = Record<string, number>;

/** Enough that half-filled pages at the ends of tables and indexes do not count. */
const VERIFICATIONS = 1_500;
const AT_ONCE = 20;
/** Less than this is not of verifications, or shared by many. */
const WORTH_NAMING_BYTES = 1;

/** Sends many verifications, waits until they are settled and in the log, and weighs what the tables hold of them. */
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
      // Each of another person, as clients ask: an index keeps equal values together in less room.
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

/** Sizes after everything was written anew: what updates leave behind comes and goes. */
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
