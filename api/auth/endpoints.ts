import { featureWith } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { exampleId, named } from '../openapi/schemas.js';
import type { SecondFactorRequired } from '../second-factor/schemas.js';
import { changePassword } from './change-password.js';
import { HashSlots } from './hash-slots.js';
import { login } from './login.js';
import { logout } from './logout.js';
import { me } from './me.js';
import { NEW_PASSWORD } from './new-password.js';
import { ChangePasswordRequest, LoginRequest } from './requests.js';
import { ME, type Me, SIGNED_IN, type SignedIn } from './schemas.js';

const LOGIN = bodySchema(LoginRequest, {
  email: { examples: ['client@example.test'] },
  session: {
    description:
      '`cookie`: the token is set as a session cookie instead of being returned in the body; for browsers.',
  },
});

const CHANGE_PASSWORD = bodySchema(ChangePasswordRequest, {
  current_password: { description: 'A wrong password is a 422, and counts as a failed login.' },
  new_password: {
    ...NEW_PASSWORD,
    description: 'Different from the current one, and not the e-mail address.',
  },
});

const TOKEN: SignedIn = {
  access_token: '<ACCESS_TOKEN>',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: 'client',
};
const COOKIE: SignedIn = { expires_in: 3600, scope: 'client' };
const SECOND_FACTOR: SecondFactorRequired = {
  status: 'second_factor_required',
  challenge: '<CHALLENGE>',
  methods: ['totp', 'recovery_code'],
  expires_in: 300,
};
const TEMPORARY: SignedIn = { ...TOKEN, must_change_password: true };

const USER: Me = {
  user_id: exampleId('user'),
  email: 'client@example.test',
  name: 'Example Person',
  role: 'owner',
  scope: 'client',
  client: { client_id: exampleId('client'), name: 'Example Client' },
  mode: 'live',
  support_contact: 'support@example.test',
};
const MACHINE: Me = {
  ...USER,
  role: 'client',
  user_id: null,
  email: null,
  name: null,
  api_key_id: exampleId('apiKey'),
};

/** Allowed even with a temporary password, or without a second factor that is required. */
const BEFORE_ALL = { beforePasswordChange: true, beforeSecondFactor: true } as const;

/** Signing in and out, and the caller's own account (contract 3). */
export const authFeature = featureWith((deps) => ({ ...deps, slots: new HashSlots() }), {
  tag: {
    name: 'Signing in',
    description:
      'A token is valid for an hour, has one scope, and is revoked immediately by a sign-out, a new password or a suspension.',
  },
  schemas: { SignedIn: SIGNED_IN, Me: ME },
  endpoints: [
    {
      method: 'post',
      path: '/api/v1/login',
      operationId: 'logIn',
      summary: 'Sign in',
      description:
        'A wrong e-mail address and a wrong password get the same 401 in the same time. After 10 failures per e-mail address, or 50 per network address, in 15 minutes you get a 429. After a temporary password, `must_change_password` is true and the token only gives access to `me`, `me/password` and `logout`.',
      access: 'open',
      body: {
        schema: LOGIN,
        examples: {
          token: { email: 'client@example.test', password: '<PASSWORD>' },
          cookie: { email: 'client@example.test', password: '<PASSWORD>', session: 'cookie' },
        },
      },
      responses: {
        200: {
          description: 'Signed in; or, if the account has a second factor, what the second step needs.',
          headers: ['Set-Cookie'],
          content: json(
            { anyOf: [named('SignedIn'), named('SecondFactorRequired')] },
            { token: TOKEN, cookie: COOKIE, temporary: TEMPORARY, second_factor: SECOND_FACTOR },
          ),
        },
      },
      errors: ['unauthorized', 'rate_limited'],
      handle: (deps) => login(deps, deps.slots),
    },
    {
      method: 'post',
      path: '/api/v1/logout',
      operationId: 'logOut',
      summary: 'Sign out',
      description: 'The token is revoked immediately, on every API process.',
      access: { act: 'manage_own_account', ...BEFORE_ALL },
      body: EMPTY_BODY,
      responses: { 204: { description: 'Signed out.', headers: ['Set-Cookie', 'Clear-Site-Data'] } },
      handle: logout,
    },
    {
      method: 'get',
      path: '/api/v1/me',
      operationId: 'getMe',
      summary: 'Read the current user',
      access: { act: 'read_own_account', ...BEFORE_ALL },
      responses: {
        200: {
          description: 'Who is signed in.',
          content: json(named('Me'), { user: USER, api_key: MACHINE }),
        },
      },
      handle: me,
    },
    {
      method: 'post',
      path: '/api/v1/me/password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Revokes every token of the account, including this one: sign in again.',
      access: { act: 'manage_own_account', ...BEFORE_ALL },
      body: {
        schema: CHANGE_PASSWORD,
        examples: { change: { current_password: '<PASSWORD>', new_password: '<NEW_PASSWORD>' } },
      },
      responses: { 204: { description: 'Changed.', headers: ['Set-Cookie'] } },
      errors: ['rate_limited'],
      handle: (deps) => changePassword(deps, deps.slots),
    },
  ],
});
