import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { loadOrExit } from '../shared/config/environment.js';
import { readMigrationConfig } from '../shared/config/migration.js';
import { DEFAULTS_KEPT } from '../shared/db/data-source.js';
import * as entities from '../shared/db/entities/index.js';
import { sessionIn } from '../shared/db/scope.js';
import { migrations } from './index.js';

/** For TypeORM's command line (`npm run migration:generate`); processes use shared/db instead. */
export const dataSource = new DataSource({
  type: 'postgres',
  url: loadOrExit(readMigrationConfig).ownerUrl,
  entities: Object.values(entities),
  migrations,
  installExtensions: false,
  uuidExtension: 'pgcrypto',
  // Row-level security binds the owner too.
  extra: { options: `${sessionIn('operator')} ${DEFAULTS_KEPT}` },
});
