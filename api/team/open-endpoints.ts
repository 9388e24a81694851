import type { HashSlots } from '../auth/hash-slots.js';
import { NEW_PASSWORD } from '../auth/new-password.js';
import type { ApiDeps } from '../deps.js';
import type { Endpoint } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { exampleId, id, named, object, text } from '../openapi/schemas.js';
import { acceptInvitation, lookUpInvitation } from './accept-invitation.js';
import { completePasswordReset, requestPasswordReset } from './password-resets.js';
import {
  AcceptInvitationBody,
  ForgottenPasswordBody,
  InvitationTokenBody,
  ResetPasswordBody,
} from './requests.js';
import { EXAMPLE_INVITATION } from './schemas.js';

const TOKEN = '<TOKEN>';
const { email, name, role, expires_at } = EXAMPLE_INVITATION;

/** For callers who have nothing but a link. */
export const OPEN_ENDPOINTS: readonly Endpoint<ApiDeps & { slots: HashSlots }>[] = [
  {
    method: 'post',
    path: '/api/v1/invitations/lookup',
    operationId: 'lookUpInvitation',
    summary: 'Look up an invitation',
    description:
      'Does not use up the invitation. The token is sent in the body so that it does not appear in logs.',
    access: 'open',
    body: { schema: bodySchema(InvitationTokenBody), examples: { token: { token: TOKEN } } },
    responses: {
      200: {
        description: 'The invitation is valid.',
        content: json(named('Invited'), {
          invited: { email, name, role, client_name: 'Example Client', expires_at },
        }),
      },
    },
    errors: ['not_found'],
    handle: lookUpInvitation,
  },
  {
    method: 'post',
    path: '/api/v1/invitations/accept',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation and choose a password',
    access: 'open',
    body: {
      schema: bodySchema(AcceptInvitationBody, { password: NEW_PASSWORD }),
      examples: { accept: { token: TOKEN, password: '<NEW_PASSWORD>', name: 'Example Person' } },
    },
    responses: {
      201: {
        description: 'The account is ready: sign in.',
        content: json(
          object<{ user_id: string; email: string }>({
            user_id: id('user'),
            email: text(254, { format: 'email' }),
          }),
          { account: { user_id: exampleId('user'), email } },
        ),
      },
    },
    errors: ['not_found', 'conflict', 'rate_limited'],
    handle: (parts) => acceptInvitation(parts, parts.slots),
  },
  {
    method: 'post',
    path: '/api/v1/password-resets',
    operationId: 'requestPasswordReset',
    summary: 'Request a link for a new password',
    description:
      'The response and its timing are the same whether or not the account exists. The link works once, for 30 minutes.',
    access: 'open',
    body: {
      schema: bodySchema(ForgottenPasswordBody),
      examples: { forgotten: { email: 'client@example.test' } },
    },
    responses: {
      202: {
        description: 'If the account exists, an e-mail is on its way.',
        content: json(object<{ message: string }>({ message: text(200) }), {
          noted: { message: 'If an account with this address exists, an e-mail is on its way.' },
        }),
      },
    },
    errors: ['mail_not_configured'],
    handle: requestPasswordReset,
  },
  {
    method: 'post',
    path: '/api/v1/password-resets/complete',
    operationId: 'completePasswordReset',
    summary: 'Set a new password with the link',
    description: 'Ends every session of the account, and invalidates every other password reset link.',
    access: 'open',
    body: {
      schema: bodySchema(ResetPasswordBody, { new_password: NEW_PASSWORD }),
      examples: { reset: { token: TOKEN, new_password: '<NEW_PASSWORD>' } },
    },
    responses: { 204: { description: 'Set: sign in with it.' } },
    errors: ['not_found', 'rate_limited'],
    handle: (parts) => completePasswordReset(parts, parts.slots),
  },
];
