import type { Act } from '../../shared/domain/access.js';
import { NO_LIMITS } from '../../shared/domain/spending.js';
import type { HashSlots } from '../auth/hash-slots.js';
import { type ApiDeps, forStaff } from '../deps.js';
import type { Endpoint } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse } from '../openapi/lists.js';
import { exampleId, id, named } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/schemas.js';
import { addUser, patchUser } from './client-users.js';
import { listUsers } from './list-users.js';
import { STAFF_CSV, USERS_CSV } from './present-user.js';
import { requestedClientId } from './requested-ids.js';
import { AddStaffBody, AddUserBody, PatchStaffBody, PatchUserBody } from './requests.js';
import { resetFactor } from './reset-factor.js';
import { EXAMPLE_STAFF, EXAMPLE_USER } from './schemas.js';
import { addStaff, patchStaff } from './staff.js';

const RESET = {
  description:
    'Sets a temporary password, which is returned in the response, and revokes the tokens of the account.',
};
const LOCKED = { description: 'True locks the account out, starting with the next request.' };

const client = { id: { description: 'The `client_id`.', schema: id('client') } };
const user = { user_id: { description: 'The `user_id`.', schema: id('user') } };

/** The accounts of clients and of staff, which work the same way. */
export const ACCOUNT_ENDPOINTS: readonly Endpoint<ApiDeps & { slots: HashSlots }>[] = [
  {
    method: 'get',
    path: '/api/v1/admin/clients/:id/users',
    inPath: client,
    belowClient: true,
    ...listing('listClientUsers', 'List the users of a client', {
      act: 'read_clients',
      example: EXAMPLE_USER,
      csv: USERS_CSV,
    }),
    handle: (parts) => listUsers(parts, requestedClientId),
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients/:id/users',
    inPath: client,
    belowClient: true,
    operationId: 'addClientUser',
    summary: 'Create an account for a user of the client',
    access: { act: 'manage_clients' },
    stepUp: true,
    body: {
      schema: bodySchema(AddUserBody, {
        email: { examples: ['client@example.test'] },
        role: { description: '`owner` unless given.' },
      }),
      examples: {
        user: { email: 'client@example.test' },
        viewer: { email: 'viewer@example.test', role: 'viewer' },
      },
    },
    ...opened({ ...EXAMPLE_USER, limits: NO_LIMITS }),
    handle: (parts) => addUser(forStaff(parts), parts.slots),
  },
  {
    method: 'patch',
    path: '/api/v1/admin/clients/:id/users/:user_id',
    inPath: { ...client, ...user },
    belowClient: true,
    operationId: 'changeClientUser',
    summary: 'Suspend, resume or reset a user, or change their role or limits',
    access: { act: 'manage_clients' },
    stepUp: true,
    body: {
      schema: bodySchema(PatchUserBody, { suspended: LOCKED, reset_password: RESET, limits: LIMITS_FIELD }),
      examples: {
        suspend: { suspended: true },
        reset: { reset_password: true },
        role: { role: 'viewer' },
        limits: { limits: { per_day: 500, per_month: null } },
      },
    },
    ...changed(EXAMPLE_USER),
    handle: (parts) => patchUser(forStaff(parts), parts.slots),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/clients/:id/users/:user_id/second-factor',
    inPath: { ...client, ...user },
    belowClient: true,
    ...resetting('resetUserSecondFactor', { act: 'manage_clients', whom: 'a user' }),
    handle: (parts) => resetFactor(forStaff(parts), requestedClientId),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/staff/:user_id/second-factor',
    inPath: user,
    ...resetting('resetStaffSecondFactor', { act: 'manage_staff', whom: 'a member of staff' }),
    handle: (parts) => resetFactor(forStaff(parts), () => null),
  },
  {
    method: 'get',
    path: '/api/v1/admin/staff',
    ...listing('listStaff', 'List the staff accounts', {
      act: 'read_staff',
      example: EXAMPLE_STAFF,
      csv: STAFF_CSV,
    }),
    handle: (parts) => listUsers(parts, () => null),
  },
  {
    method: 'post',
    path: '/api/v1/admin/staff',
    operationId: 'addStaff',
    summary: 'Create a staff account',
    access: { act: 'manage_staff' },
    stepUp: true,
    body: {
      schema: bodySchema(AddStaffBody, { email: { examples: ['support@example.test'] } }),
      examples: { support: { email: 'support@example.test', role: 'support' } },
    },
    ...opened(EXAMPLE_STAFF),
    handle: (parts) => addStaff(forStaff(parts), parts.slots),
  },
  {
    method: 'patch',
    path: '/api/v1/admin/staff/:user_id',
    inPath: user,
    operationId: 'changeStaff',
    summary: 'Suspend, resume or reset a member of staff, or change their role',
    description: 'You cannot suspend or demote your own account or the last admin: that is a 409.',
    access: { act: 'manage_staff' },
    stepUp: true,
    body: {
      schema: bodySchema(PatchStaffBody, { suspended: LOCKED, reset_password: RESET }),
      examples: { promote: { role: 'admin' }, reset: { reset_password: true } },
    },
    ...changed(EXAMPLE_STAFF),
    handle: (parts) => patchStaff(forStaff(parts), parts.slots),
  },
];

function resetting(operationId: string, { act, whom }: { act: Act; whom: string }): OperationDescription {
  return {
    operationId,
    summary: `Reset the second factor of ${whom}`,
    description:
      'For somebody who has lost it: removes every factor and recovery code and ends every session of the account; changes nothing if there is no factor. Your own account is a 409.',
    access: { act },
    stepUp: true,
    body: EMPTY_BODY,
    responses: { 204: { description: 'Reset, even if there was none.' } },
    errors: ['conflict'],
  };
}

function listing(
  operationId: string,
  summary: string,
  { act, example, csv }: { act: Act; example: object; csv: typeof USERS_CSV },
): OperationDescription {
  return {
    operationId,
    summary,
    access: { act },
    query: PAGE_PARAMETERS,
    responses: { 200: pageResponse(named('UserPage'), { data: [example], next_cursor: null }, csv) },
  };
}

function opened(example: object): Pick<OperationDescription, 'responses' | 'errors'> {
  return {
    responses: {
      201: {
        description: 'Created. This is the only response that ever contains the temporary password.',
        content: json(named('UserWithPassword'), {
          account: { ...example, user_id: exampleId('user'), temporary_password: '<PASSWORD>' },
        }),
      },
    },
    errors: ['conflict', 'rate_limited'],
  };
}

function changed(example: object): Pick<OperationDescription, 'responses' | 'errors'> {
  return {
    responses: {
      200: {
        description: 'The current state of the account; after a reset, with the temporary password.',
        content: json(
          { anyOf: [named('User'), named('UserWithPassword')] },
          { changed: example, reset: { ...example, temporary_password: '<PASSWORD>' } },
        ),
      },
    },
    errors: ['conflict', 'rate_limited'],
  };
}
