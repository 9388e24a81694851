import { DataSource } from 'typeorm';
import type { migrations } from '../../../migrations/index.js';
import { sessionIn } from '../../../shared/db/scope.js';

type Migrations = typeof migrations;

/** Calls `work` with an owner's connection that knows only these migrations. */
export async function withMigrations(
  ownerUrl: string,
  known: Migrations,
  work: (dataSource: DataSource) => Promise<unknown>,
): Promise<void> {
  const dataSource = new DataSource({
    type: 'postgres',
    url: ownerUrl,
    migrations: [...known],
    installExtensions: false,
    extra: { options: sessionIn('operator') },
  });
  await dataSource.initialize();
  try {
    await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Migrates the schema to its state after these migrations. */
export function runOnly(ownerUrl: string, known: Migrations): Promise<void> {
  return withMigrations(ownerUrl, known, (dataSource) => dataSource.runMigrations({ transaction: 'each' }));
}
