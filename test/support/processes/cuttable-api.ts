import { createTestDatabase } from '../database/database.js';
import { type CuttingProxy, startCuttingProxy } from '../network/cutting-proxy.js';
import { type StartOptions, startApi, type TestApi } from './app.js';

/** An API with a database of its own, whose connections to PostgreSQL a test may cut. */
export interface CuttableApi {
  api: TestApi;
  link: CuttingProxy;
  close(): Promise<void>;
}

export async function startCuttableApi(config: StartOptions['config'] = {}): Promise<CuttableApi> {
  const database = await createTestDatabase();
  const link = await startCuttingProxy(database.url);
  const api = await startApi({ config, database: { ...database, url: link.url } });
  const close = async (): Promise<void> => {
    await api.close();
    await link.close();
    await database.drop();
  };
  return { api, link, close };
}
