import type { Act } from '../../shared/domain/access.js';
import { json, type OperationDescription, type PathDescription } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse } from '../openapi/lists.js';
import { exampleId, id, named } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/openapi.js';
import { NoFields } from '../validation/no-fields.js';
import { EXAMPLE_STAFF, EXAMPLE_USER } from './openapi-schemas.js';
import { USERS_CSV } from './present-user.js';
import { AddStaffBody, AddUserBody, PatchStaffBody, PatchUserBody } from './requests.js';

const RESET = {
  description: 'Makes a temporary password, which the answer holds, and kills the tokens of the account.',
};
const LOCKED = { description: 'True locks the account out from the next request.' };

const client = { id: { description: 'The `client_id`.', schema: id('client') } };
const user = { user_id: { description: 'The `user_id`.', schema: id('user') } };

/** Describes the accounts of clients and of staff, which work alike. */
export const ACCOUNT_PATHS: Readonly<Record<string, PathDescription>> = {
  '/api/v1/admin/clients/:id/users': {
    parameters: client,
    operations: {
      get: listing('listClientUsers', 'List the users of a client', {
        act: 'read_clients',
        example: EXAMPLE_USER,
      }),
      post: {
        operationId: 'addClientUser',
        summary: 'Open an account for a person of the client',
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
        ...opened(EXAMPLE_USER),
      },
    },
  },
  '/api/v1/admin/clients/:id/users/:user_id': {
    parameters: { ...client, ...user },
    operations: {
      patch: {
        operationId: 'changeClientUser',
        summary: 'Suspend, resume or reset a user, or give another role',
        access: { act: 'manage_clients' },
        stepUp: true,
        body: {
          schema: bodySchema(PatchUserBody, {
            suspended: LOCKED,
            reset_password: RESET,
            limits: LIMITS_FIELD,
          }),
          examples: {
            suspend: { suspended: true },
            reset: { reset_password: true },
            role: { role: 'viewer' },
          },
        },
        ...changed(EXAMPLE_USER),
      },
    },
  },
  '/api/v1/admin/clients/:id/users/:user_id/second-factor': {
    parameters: { ...client, ...user },
    operations: { delete: resetting('resetUserSecondFactor', { act: 'manage_clients', whom: 'a user' }) },
  },
  '/api/v1/admin/staff/:user_id/second-factor': {
    parameters: user,
    operations: {
      delete: resetting('resetStaffSecondFactor', { act: 'manage_staff', whom: 'a member of staff' }),
    },
  },
  '/api/v1/admin/staff': {
    operations: {
      get: listing('listStaff', 'List the accounts of staff', { act: 'read_staff', example: EXAMPLE_STAFF }),
      post: {
        operationId: 'addStaff',
        summary: 'Open an account for a member of staff',
        access: { act: 'manage_staff' },
        stepUp: true,
        body: {
          schema: bodySchema(AddStaffBody, { email: { examples: ['support@example.test'] } }),
          examples: { support: { email: 'support@example.test', role: 'support' } },
        },
        ...opened(EXAMPLE_STAFF),
      },
    },
  },
  '/api/v1/admin/staff/:user_id': {
    parameters: user,
    operations: {
      patch: {
        operationId: 'changeStaff',
        summary: 'Suspend, resume or reset a member of staff, or give another role',
        description: 'Nobody suspends or demotes their own account, or the last admin: a 409.',
        access: { act: 'manage_staff' },
        stepUp: true,
        body: {
          schema: bodySchema(PatchStaffBody, { suspended: LOCKED, reset_password: RESET }),
          examples: { promote: { role: 'admin' }, reset: { reset_password: true } },
        },
        ...changed(EXAMPLE_STAFF),
      },
    },
  },
};

function resetting(operationId: string, { act, whom }: { act: Act; whom: string }): OperationDescription {
  return {
    operationId,
    summary: `Reset the second factor of ${whom}`,
    description:
      'For somebody who has lost it: takes every factor and recovery code away and ends every session of the account. Not of the own account: a 409.',
    access: { act },
    stepUp: true,
    body: { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false },
    responses: { 204: { description: 'Reset; also when there was none.' } },
    errors: ['conflict'],
  };
}

function listing(
  operationId: string,
  summary: string,
  { act, example }: { act: Act; example: object },
): OperationDescription {
  return {
    operationId,
    summary,
    access: { act },
    query: PAGE_PARAMETERS,
    responses: { 200: pageResponse(named('UserPage'), { data: [example], next_cursor: null }, USERS_CSV) },
  };
}

function opened(example: object): Pick<OperationDescription, 'responses' | 'errors'> {
  return {
    responses: {
      201: {
        description: 'Opened. The only answer that ever holds the temporary password.',
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
        description: 'The account as it is now; after a reset with the temporary password.',
        content: json(
          { anyOf: [named('User'), named('UserWithPassword')] },
          { changed: example, reset: { ...example, temporary_password: '<PASSWORD>' } },
        ),
      },
    },
    errors: ['conflict', 'rate_limited'],
  };
}
