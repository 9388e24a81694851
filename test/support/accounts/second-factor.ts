import { expect } from 'chai';
import { type Answer, TestClient } from '../http/client.js';
import type { TestApi } from '../processes/app.js';
import type { TestUser } from './api-accounts.js';
import { totpCode } from './totp.js';

/** A person with an authenticator app. */
export interface FactorUser extends TestUser {
  /** Signed in, with the app just verified. */
  client: TestClient;
  secret: string;
  factorId: string;
  recoveryCodes: string[];
}

/** Signs a user in and sets up an authenticator app, which uses up the present code. */
export async function setUpTotp(api: TestApi, user: TestUser): Promise<FactorUser> {
  const client = await api.signIn(user);
  const begun = await client.post('/api/v1/me/second-factor/totp');
  expect(begun.status).to.equal(201);
  const { secret, challenge } = begun.body;
  const added = await client.post('/api/v1/me/second-factor/totp/confirm', {
    challenge,
    totp: totpCode(secret),
  });
  expect(added.status, JSON.stringify(added.body)).to.equal(201);
  const { factor_id: factorId, recovery_codes: recoveryCodes } = added.body;
  return { ...user, client, secret, factorId, recoveryCodes };
}

/** The first step of a sign-in. */
export function passwordStep(api: TestApi, user: TestUser, more: object = {}): Promise<Answer> {
  return api.client.post('/api/v1/login', { email: user.email, password: user.password, ...more });
}

/** The second step. */
export function factorStep(api: TestApi, challenge: string, proof: object): Promise<Answer> {
  return api.client.post('/api/v1/login/second-factor', { challenge, ...proof });
}

/** A browser signed in at the portal, without a second factor. */
export async function signInByCookie(api: TestApi, user: TestUser): Promise<TestClient> {
  const answer = await passwordStep(api, user, { session: 'cookie' });
  expect(answer.status).to.equal(200);
  return browserOf(api, answer);
}

/** The browser that received this answer. */
export function browserOf(api: Pick<TestApi, 'url'>, answer: Answer): TestClient {
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return new TestClient(api.url, { cookie, origin: api.url });
}

/** Backdates a user's sessions by this interval. */
export async function ageSessions(api: TestApi, user: TestUser, interval: string): Promise<void> {
  await api.db.query(
    `UPDATE sessions SET last_used_at = last_used_at - $2::interval, expires_at = expires_at - $2::interval,
       password_at = password_at - $2::interval, second_factor_at = second_factor_at - $2::interval
     WHERE user_id = $1`,
    [user.id, interval],
  );
}
