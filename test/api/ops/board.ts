import type { StaffRole } from '../../../shared/domain/roles.js';
import type { TestUser } from '../../support/accounts/api-accounts.js';
import { type Answer, TestClient } from '../../support/http/client.js';
import type { TestApi } from '../../support/processes/app.js';

export const BOARD = '/ops/queues';

/** Signs a user in at the portal; returns a caller with the session cookie and the Origin of the portal's pages. */
export async function signInAtPortal(api: TestApi, user: TestUser): Promise<TestClient> {
  const { email, password } = user;
  const answer = await api.client.post('/api/v1/login', { email, password, session: 'cookie' });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`Login was answered with ${answer.status}`);
  return new TestClient(api.url, { cookie, origin: api.url });
}

/** Signs a new member of staff in at the portal. */
export async function signInStaff(api: TestApi, role: StaffRole = 'support'): Promise<TestClient> {
  return signInAtPortal(api, await api.createStaff(role));
}

/** Presses a button of the board, the way its page does. */
export function press(browser: TestClient, path: string, json?: object): Promise<Answer> {
  return browser.send('PUT', `${BOARD}/api/queues/${path}`, json === undefined ? {} : { json });
}
