import { DataSource } from 'typeorm';
import * as entities from '../../shared/db/entities/index.js';
import { sessionIn } from '../../shared/db/scope.js';

/** TypeORM as usually configured. */
export async function connectDatabase(url: string, poolSize: number): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: Object.values(entities),
    installExtensions: false,
    // Without a declared scope, row-level security shows no rows.
    extra: { max: poolSize, options: sessionIn('operator') },
  });
  return dataSource.initialize();
}

/** BullMQ's connection options for a Redis address. */
export function redisOptions(url: string) {
  const { hostname, port, password, pathname } = new URL(url);
  return { host: hostname, port: Number(port), password, db: Number(pathname.slice(1)) };
}

export const QUEUE = 'baseline-checks';

/** Jobs of this queue hold the body of one provider call. */
export const BARE_QUEUE = 'bare-calls';

export interface CheckJob {
  checkId: string;
}
