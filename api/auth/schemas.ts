import { MODES, type Mode } from '../../shared/domain/mode.js';
import { ROLES, type Role, TOKEN_SCOPES, type TokenScope } from '../../shared/domain/roles.js';
import { constant, id, integer, nullable, object, oneOfWords, optional, text } from '../openapi/schemas.js';

/** The answer to a login. */
export interface SignedIn {
  access_token?: string;
  token_type?: 'Bearer';
  expires_in: number;
  scope: TokenScope;
  must_change_password?: true;
  must_set_up_second_factor?: true;
  /** Of a token that a switch of modes brought. */
  mode?: Mode;
}

export const SIGNED_IN = object<SignedIn>({
  access_token: optional(
    text(2048, { description: 'To be sent as `Authorization: Bearer …`; absent when it came as a cookie.' }),
  ),
  token_type: optional(constant('Bearer')),
  expires_in: integer(1, 86_400, { description: 'Seconds that the token lives.' }),
  scope: oneOfWords(TOKEN_SCOPES),
  mode: optional(
    oneOfWords(MODES, { description: 'After a switch of modes: the one that the token is for.' }),
  ),
  must_change_password: optional(
    constant(true, { description: 'The password is temporary: set one of your own.' }),
  ),
  must_set_up_second_factor: optional(constant(true, { description: 'Nothing else works before.' })),
});

/** Who a token is. */
export interface Me {
  user_id: string | null;
  email: string | null;
  api_key_id?: string;
  role: Role | 'client';
  scope: TokenScope;
  must_set_up_second_factor?: true;
  client: { client_id: string; name: string } | null;
  mode: Mode;
  support_contact?: string;
}

export const ME = object<Me>({
  user_id: nullable(id('user', { description: 'Null for an API key.' })),
  email: nullable(text(254, { format: 'email', description: 'Null for an API key.' })),
  api_key_id: optional(id('apiKey', { description: 'Of an API key only.' })),
  role: oneOfWords([...ROLES, 'client'], { description: 'What the person is; `client` for an API key.' }),
  scope: oneOfWords(TOKEN_SCOPES, {
    description: 'What the token is for; the role says what of that it may do.',
  }),
  must_set_up_second_factor: optional(
    constant(true, { description: 'The account needs a second factor: nothing else works before.' }),
  ),
  client: nullable(object<NonNullable<Me['client']>>({ client_id: id('client'), name: text(200) })),
  mode: oneOfWords(MODES, { description: 'The side of the client that the token works on.' }),
  support_contact: optional(
    text(2_000, { description: 'Whom to turn to: an e-mail address or a URL. Absent where none is set.' }),
  ),
});
