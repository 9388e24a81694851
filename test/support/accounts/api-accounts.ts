import type { Sql } from '../../../shared/db/database.js';
import { toPublicId } from '../../../shared/domain/ids.js';
import type { StaffRole } from '../../../shared/domain/roles.js';
import { buildClient, buildUser, type ClientOverrides, type UserOverrides } from '../database/factories.js';
import type { TestClient } from '../http/client.js';

/** An account that can sign in, with the ids stored in the database. */
export interface TestUser {
  id: string;
  publicId: string;
  email: string;
  password: string;
  clientId: string | null;
}

export interface TestAccounts {
  /** Creates a user of a new client with credits (10 000 by default), or of the given client. */
  createClientUser(options?: ClientUserOptions): Promise<TestUser & { clientId: string }>;
  createStaff(role: StaffRole, overrides?: Pick<UserOverrides, 'name'>): Promise<TestUser>;
  /** Signs in over HTTP; returns the access token. Throws if the API refuses. */
  login(user: TestUser): Promise<string>;
  /** A caller signed in as the user. */
  signIn(user: TestUser): Promise<TestClient>;
}

export interface ClientUserOptions {
  credits?: number;
  clientId?: string;
  client?: ClientOverrides;
  user?: Partial<UserOverrides>;
}

export const TEST_PASSWORD = 'correct horse battery';

// At the least cost that argon2id allows, because tests sign in thousands of times. test/security/login.test.ts has
// hashes of the real cost.
const TEST_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$DzD4VtfUyEBzh1JUlYy5oQ$1jM0tcCI9xby7H7065S50qfQxFmiAY5G1ENMLqWECWo';

/** Factories for the accounts of one test API. */
export function createAccounts(sql: Sql, client: TestClient): TestAccounts {
  const login = async ({ email, password }: TestUser): Promise<string> => {
    const answer = await client.post('/api/v1/login', { email, password });
    if (answer.status !== 200) throw new Error(`Login was answered with ${answer.status}`);
    return answer.body.access_token as string;
  };
  return {
    createClientUser: async (options = {}) => {
      const overrides = {
        ...options.client,
        ...(options.credits !== undefined && { balance: options.credits }),
      };
      const clientId = options.clientId ?? (await buildClient(sql, overrides)).id;
      return { ...(await build(sql, { ...options.user, clientId })), clientId };
    },
    createStaff: (role, overrides) => build(sql, { clientId: null, role, ...overrides }),
    login,
    signIn: async (user) => client.withToken(await login(user)),
  };
}

async function build(sql: Sql, overrides: UserOverrides): Promise<TestUser> {
  const { id, email } = await buildUser(sql, { passwordHash: TEST_HASH, ...overrides });
  const { clientId } = overrides;
  return { id, publicId: toPublicId('user', id), email, password: TEST_PASSWORD, clientId };
}
