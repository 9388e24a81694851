import pg from 'pg';
import { privilegesOn, type WritePrivilege } from '../../shared/db/entities/granted.js';
import * as entities from '../../shared/db/entities/index.js';
import { tableOf } from '../../shared/db/table-of.js';

/**
 * What the application's role may do besides reading, by table, as the entities state it. Other tables are read-only.
 */
export const WRITE_GRANTS: ReadonlyMap<string, readonly WritePrivilege[]> = new Map(
  Object.values(entities).map((entity) => [tableOf(entity).name, privilegesOn(entity)]),
);

/** Grants the role of `appUrl` exactly what it needs, unless it owns the schema itself. */
export async function grantToApp(
  owner: pg.ClientBase,
  { ownerUrl, appUrl }: { ownerUrl: string; appUrl?: string },
): Promise<void> {
  const ownerRole = roleOf(ownerUrl);
  const appRole = appUrl === undefined ? ownerRole : roleOf(appUrl);
  if (appRole === '' || appRole === ownerRole) return;
  const role = pg.escapeIdentifier(appRole);
  // One transaction: grants of an earlier release that this one does not need are revoked, while running processes are
  // never without those they do need.
  await owner.query('BEGIN');
  await owner.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
  await owner.query(`GRANT USAGE ON SCHEMA public TO ${role}`);
  await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
  for (const [table, privileges] of WRITE_GRANTS) {
    if (privileges.length > 0) await owner.query(`GRANT ${privileges.join(', ')} ON ${table} TO ${role}`);
  }
  for (const name of await functionsOfOwner(owner))
    await owner.query(`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC, ${role}`);
  await owner.query('COMMIT');
}

/**
 * The trigger functions that run as the owner. Whoever may attach one to a table of their own, with types whose casts
 * are functions of their own, is the owner; everybody may after a dump was restored without privileges. Those of
 * somebody else, of an extension say, are theirs to grant, and fail if the owner tries.
 */
async function functionsOfOwner(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosecdef AND prorettype = 'trigger'::regtype
       AND proowner = current_user::regrole ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
