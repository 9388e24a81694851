import type { TestApi } from '../processes/app.js';
import type { Answer, TestClient } from './client.js';

/** A signed-in client user. */
export interface Caller {
  clientId: string;
  token: string;
  /** Sends a GET as this user. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** Signs in a user of a new client. */
export async function signInClient(
  api: TestApi,
  options?: Parameters<TestApi['createClientUser']>[0],
): Promise<Caller> {
  const user = await api.createClientUser(options);
  const token = await api.login(user);
  const client: TestClient = api.client.withToken(token);
  return { clientId: user.clientId, token, get: (path, headers = {}) => client.get(path, { headers }) };
}
