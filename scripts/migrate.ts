import 'reflect-metadata';
import { loadOrExit } from '../shared/config/environment.js';
import { readMigrationConfig } from '../shared/config/migration.js';
import { migrate } from '../shared/db/migrate.js';

await migrate(loadOrExit(readMigrationConfig));
console.log('The schema is up to date.');
