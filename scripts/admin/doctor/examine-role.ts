import { fault, type Judgement, ok } from './judgement.js';
import type { Surroundings } from './surroundings.js';

/** The attributes and privileges of the processes' role, as reported by PostgreSQL. */
export interface RoleState {
  name: string;
  superuser: boolean;
  bypasses_row_security: boolean;
  creates_roles: boolean;
  replicates: boolean;
  /**
   * Tables and other relations in the schema over which it has full control, because it is or can become their owner.
   */
  owns: string[];
}

/** Judges whether the role of DATABASE_URL can bypass what restricts it: privileges, triggers and policies. */
export async function examineRole({ sql }: Surroundings): Promise<Judgement> {
  const [role] = await sql.query<RoleState>(
    `SELECT rolname::text AS name, rolsuper AS superuser, rolbypassrls AS bypasses_row_security,
       rolcreaterole AS creates_roles, rolreplication AS replicates,
       ARRAY(SELECT relname::text FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
               AND pg_has_role(relowner, 'MEMBER') ORDER BY relname) AS owns
     FROM pg_roles WHERE rolname = current_user`,
  );
  if (role === undefined) throw new Error('the role is not in pg_roles');
  return judgeRole(role);
}

/** Judges the attributes of the role. */
export function judgeRole(role: RoleState): Judgement {
  const wrong = [
    ...(role.superuser ? ['is a superuser'] : []),
    ...(role.bypasses_row_security ? ['has BYPASSRLS'] : []),
    ...(role.creates_roles ? ['has CREATEROLE'] : []),
    ...(role.replicates ? ['has REPLICATION'] : []),
    // A superuser has control over everything, which need not be repeated for each relation.
    ...(role.owns.length > 0 && !role.superuser ? [`owns ${listOf(role.owns)}`] : []),
  ];
  if (wrong.length === 0) return ok(`${role.name} owns nothing and is subject to all restrictions`);
  return fault(
    `${role.name} ${wrong.join(', ')}: nothing prevents it from changing evidence or seeing every row`,
    'use a separate role for the processes in DATABASE_URL and the owner in MIGRATION_DATABASE_URL, then run npm run migrate',
  );
}

function listOf(names: readonly string[]): string {
  const [first = ''] = names;
  return names.length === 1 ? first : `${first} and ${names.length - 1} more`;
}
