import { WRITE_GRANTS } from '../../schema/grants.js';
import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** Whether the role has a given privilege on a given table. */
interface Grant {
  table: string;
  privilege: Privilege;
  granted: boolean;
}

const PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'] as const;
type Privilege = (typeof PRIVILEGES)[number];

/** Judges whether the processes' role has exactly the privileges this release needs. */
export async function examineGrants({ sql }: Surroundings): Promise<Judgement> {
  const grants = await sql.query<Grant>(
    `SELECT relname::text AS table, privilege, has_table_privilege(c.oid, privilege) AS granted
     FROM pg_class c, unnest($1::text[]) AS asked (privilege)
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname, privilege`,
    [PRIVILEGES],
  );
  return judgeGrants(grants);
}

/** Judges privileges against what `npm run migrate` grants, on every table of this release. */
function judgeGrants(grants: readonly Grant[]): Judgement {
  const there = new Set(grants.map(({ table }) => table));
  const absent = [...WRITE_GRANTS.keys()].filter((table) => !there.has(table));
  if (absent.length > 0) {
    return fault(
      `${absent.length} tables of this release are not there, the first is ${absent[0]}`,
      'npm run migrate, as the owner of the schema, creates them and grants what is needed',
    );
  }
  const isNeeded = ({ table, privilege }: Grant): boolean =>
    privilege === 'SELECT' || (WRITE_GRANTS.get(table)?.some((write) => write === privilege) ?? false);
  const missing = grants.filter((grant) => isNeeded(grant) && !grant.granted);
  const surplus = grants.filter((grant) => !isNeeded(grant) && grant.granted);
  if (missing.length === 0 && surplus.length === 0)
    return ok('has exactly the rights that this release needs');
  const found = [
    ...(missing.length > 0 ? [`it lacks ${listOf(missing)}`] : []),
    ...(surplus.length > 0 ? [`it has more than it needs: ${listOf(surplus)}`] : []),
  ];
  return fault(
    found.join('; '),
    'npm run migrate, as the owner of the schema, grants exactly what is needed; for an owner or a superuser this has no effect',
  );
}

/** How many are named in the message. */
const NAMED = 5;

function listOf(grants: readonly Grant[]): string {
  const names = grants.slice(0, NAMED).map(({ table, privilege }) => `${privilege} on ${table}`);
  return grants.length > NAMED ? `${names.join(', ')} and ${grants.length - NAMED} more` : names.join(', ');
}
