import pg from 'pg';
import { sessionIn } from '../shared/db/scope.js';

/** Runs `work` on a separate connection to this database, with access to everyone's rows. */
export function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection({ connectionString: url, options: sessionIn('operator') }, work);
}

/** Runs `work` on a separate connection without a scope, like someone connecting with psql. */
export function withoutScope<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withConnection({ connectionString: url }, work);
}

async function withConnection<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
