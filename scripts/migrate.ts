import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { loadOrExit } from '../shared/config/environment.js';
import { readMigrationConfig } from '../shared/config/migration.js';
import { describeOutage } from '../shared/db/describe-outage.js';
import type { RowSecurity } from '../shared/db/row-security.js';
import { isForbidden, isUnmigrated } from '../shared/db/sqlstate.js';
import { refuseRepeated } from './refuse-repeated.js';
import { migrate } from './schema/migrate.js';

const WISHES: readonly RowSecurity[] = ['auto', 'on', 'off'];

const USAGE = `Usage: npm run migrate [-- --row-security=${WISHES.join('|')}]

Brings the schema of the database at DATABASE_URL up to date, as the role of MIGRATION_DATABASE_URL where that is set. Safe to
repeat, and to run beside processes of the release before.

--row-security=auto   turns row-level security on in a new database, and leaves it as it is in any other (the default)
--row-security=on     turns it on; first stop every process of a release that does not set a scope
--row-security=off    turns it off`;

const rowSecurity = readRowSecurity();
const config = loadOrExit(readMigrationConfig);
const result = await migrate({ ...config, rowSecurity, onWait: tellOfWait }).catch((error: unknown) => {
  const explanation = explain(error);
  if (explanation === undefined) throw error;
  console.error(explanation);
  process.exit(1);
});
console.log('The schema is up to date.');
console.log(
  result.rowSecurity
    ? 'Row-level security is on.'
    : 'Row-level security is off. Once no process of an earlier release is running: npm run migrate -- --row-security=on',
);

function tellOfWait(pid: number): void {
  console.log(
    `Another migration is at work, in session ${pid} of PostgreSQL: waiting for it. If its process stands still or its machine is gone: SELECT pg_terminate_backend(${pid})`,
  );
}

/** What a person has to do about it; undefined for defects, whose stack is wanted. */
function explain(error: unknown): string | undefined {
  const outage = isForbidden(error) || isUnmigrated(error) ? undefined : describeOutage(error);
  if (outage !== undefined)
    return `The schema cannot be migrated at the moment: ${outage}. Run this again: completed migrations are kept.`;
  if (!isForbidden(error)) return undefined;
  return `The schema cannot be migrated by this role: ${(error as Error).message}. Set MIGRATION_DATABASE_URL to the role that owns the database and its tables. If a dump was restored by somebody else, restore it again as that role.`;
}

function readRowSecurity(): RowSecurity {
  const given = readFlag();
  const rowSecurity = WISHES.find((wish) => wish === given);
  if (rowSecurity !== undefined) return rowSecurity;
  console.error(`--row-security must be one of ${WISHES.join(', ')}.`);
  process.exit(2);
}

function readFlag(): string {
  try {
    const { values, tokens } = parseArgs({
      options: { 'row-security': { type: 'string', default: 'auto' }, help: { type: 'boolean', short: 'h' } },
      tokens: true,
    });
    refuseRepeated(tokens);
    if (values.help !== true) return values['row-security'];
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
