import type { Sql } from '../../shared/db/database.js';
import type { TokenScope } from '../../shared/domain/roles.js';
import type { FactorKind } from '../../shared/domain/second-factor.js';
import { unauthorized } from '../errors/catalogue.js';
import { suspendedWords } from './authorise-account.js';

/** A person signing in, as the account is at this moment. */
export interface Person {
  id: string;
  email: string;
  client_id: string | null;
  password_hash: string;
  scope: TokenScope;
  /** Whether the account or its client is. */
  suspended: boolean;
  client_suspended: boolean | null;
  must_change_password: boolean;
  token_version: number;
  client_demands_second_factor: boolean;
  second_factors: FactorKind[];
}

/** Finds the person with this e-mail address or id before the caller is known: in the scope `sign_in`. */
export async function findPerson(
  signIn: Sql,
  by: { email: string } | { id: string },
): Promise<Person | undefined> {
  const [condition, value] = 'email' in by ? ['u.email COLLATE "C"', by.email] : ['u.id', by.id];
  const [person] = await signIn.query<Person>(
    `SELECT u.id, u.email, u.client_id, u.password_hash, u.role AS scope, u.must_change_password, u.token_version,
            u.suspended OR COALESCE(c.suspended, false) AS suspended, c.suspended AS client_suspended,
            COALESCE(c.require_second_factor, false) AS client_demands_second_factor,
            ARRAY(SELECT DISTINCT f.kind::text FROM second_factors f WHERE f.user_id = u.id) AS second_factors
     FROM users u LEFT JOIN clients c ON c.id = u.client_id WHERE ${condition} = $1`,
    [value],
  );
  return person;
}

/** Revealed only to a caller who has proved their identity. */
export function refuseSuspended(person: Person): void {
  if (person.suspended) throw unauthorized(suspendedWords(person));
}
