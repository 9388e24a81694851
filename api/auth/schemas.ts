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
  /** For a token issued by a switch of modes. */
  mode?: Mode;
}

export const SIGNED_IN = object<SignedIn>({
  access_token: optional(
    text(2048, { description: 'Send it as `Authorization: Bearer …`. Absent if it was set as a cookie.' }),
  ),
  token_type: optional(constant('Bearer')),
  expires_in: integer(1, 86_400, { description: 'Lifetime of the token in seconds.' }),
  scope: oneOfWords(TOKEN_SCOPES),
  mode: optional(oneOfWords(MODES, { description: 'After switching modes: the mode of the token.' })),
  must_change_password: optional(
    constant(true, { description: 'The password is temporary and must be changed.' }),
  ),
  must_set_up_second_factor: optional(constant(true, { description: 'Nothing else works until then.' })),
});

/** The holder of a token. */
export interface Me {
  user_id: string | null;
  email: string | null;
  name: string | null;
  api_key_id?: string;
  role: Role | 'client';
  scope: TokenScope;
  must_change_password?: true;
  must_set_up_second_factor?: true;
  client: { client_id: string; name: string } | null;
  mode: Mode;
  support_contact?: string;
}

export const ME = object<Me>({
  user_id: nullable(id('user', { description: 'Null for an API key.' })),
  email: nullable(text(254, { format: 'email', description: 'Null for an API key.' })),
  name: nullable(
    text(200, { description: 'Null for an API key, and for a person whose name is not known.' }),
  ),
  api_key_id: optional(id('apiKey', { description: 'Only for an API key.' })),
  role: oneOfWords([...ROLES, 'client'], { description: 'The role of the person; `client` for an API key.' }),
  scope: oneOfWords(TOKEN_SCOPES, {
    description: 'The scope of the token; the role determines what it can do within that scope.',
  }),
  must_change_password: optional(
    constant(true, {
      description: 'The password is temporary; nothing else works until it is changed.',
    }),
  ),
  must_set_up_second_factor: optional(
    constant(true, {
      description: 'The account needs a second factor; nothing else works until it is set up.',
    }),
  ),
  client: nullable(object<NonNullable<Me['client']>>({ client_id: id('client'), name: text(200) })),
  mode: oneOfWords(MODES, { description: 'Whether the token works on live or test data.' }),
  support_contact: optional(
    text(2_000, {
      description: 'Where to get help: an e-mail address or a URL. Absent if none is configured.',
    }),
  ),
});
