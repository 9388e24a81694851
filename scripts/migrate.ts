import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { loadOrExit } from '../shared/config/environment.js';
import { readMigrationConfig } from '../shared/config/migration.js';
import { migrate } from '../shared/db/migrate.js';
import type { RowSecurity } from '../shared/db/row-security.js';

const WISHES: readonly RowSecurity[] = ['auto', 'on', 'off'];

const { values } = parseArgs({ options: { 'row-security': { type: 'string', default: 'auto' } } });
const rowSecurity = WISHES.find((wish) => wish === values['row-security']);
if (rowSecurity === undefined) {
  console.error(`--row-security must be one of ${WISHES.join(', ')}.`);
  process.exit(2);
}
const result = await migrate({ ...loadOrExit(readMigrationConfig), rowSecurity });
console.log('The schema is up to date.');
console.log(
  result.rowSecurity
    ? 'Row-level security is on.'
    : 'Row-level security is off. Once no process of an earlier release runs: npm run migrate -- --row-security=on',
);
