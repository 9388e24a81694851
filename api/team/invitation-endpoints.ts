import type { Act } from '../../shared/domain/access.js';
import { requestedClientId } from '../admin/requested-ids.js';
import type { ApiDeps } from '../deps.js';
import { liveClientIdOf } from '../http/context.js';
import type { Endpoint } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import type { CountInvitation } from './invitation-limit.js';
import {
  deleteInvitation,
  invite,
  listOpenInvitations,
  resendInvitation,
  type WhoseTeam,
} from './invitations.js';
import { AddMemberBody, InviteOwnerBody } from './requests.js';
import { EXAMPLE_INVITATION } from './schemas.js';

/** Example of someone invited to a team. */
export const NEWCOMER = { email: 'viewer@example.test', role: 'viewer', name: 'Example Person' };
const client = { id: { description: 'The `client_id`.', schema: id('client') } };
const invitation = { invitation_id: { description: 'The `invitation_id`.', schema: id('invitation') } };

/** The operations on invitations, worded alike for a client's owners and for admins. */
function invitations(whose: string, act: Act, reading: Act, body: object, example: object) {
  const inviting: OperationDescription = {
    operationId: `invite${whose}`,
    summary: 'Invite a person to the team',
    description:
      'Sends a link that works once, for 72 hours. Only somebody with access to that mailbox can use it, and opening it does not use it up; only submitting the form does.',
    access: { act },
    stepUp: true,
    body: { schema: body, examples: { viewer: example } },
    responses: {
      201: { description: 'Sent.', content: json(named('Invitation'), { sent: EXAMPLE_INVITATION }) },
    },
    errors: ['conflict', 'mail_not_configured', 'rate_limited'],
  };
  const listing: OperationDescription = {
    operationId: `list${whose}Invitations`,
    summary: 'List open invitations',
    access: { act: reading },
    responses: {
      200: {
        description: 'Newest first.',
        content: json(named('Invitations'), { open: { data: [EXAMPLE_INVITATION] } }),
      },
    },
  };
  const withdrawing: OperationDescription = {
    operationId: `withdraw${whose}Invitation`,
    summary: 'Withdraw an invitation',
    access: { act },
    stepUp: true,
    body: EMPTY_BODY,
    responses: { 204: { description: 'Its link no longer works.' } },
  };
  const resending: OperationDescription = {
    operationId: `resend${whose}Invitation`,
    summary: 'Send an invitation again',
    description:
      'With a new link that is valid for 72 hours; the previous one stops working. A client sends at most five invitations in an hour to one address, and 200 in all.',
    access: { act },
    stepUp: true,
    body: EMPTY_BODY,
    responses: {
      200: { description: 'Sent.', content: json(named('Invitation'), { sent: EXAMPLE_INVITATION }) },
    },
    errors: ['mail_not_configured', 'rate_limited'],
  };
  return {
    list: { get: listing, post: inviting },
    one: { delete: withdrawing },
    resend: { post: resending },
  };
}

const own = invitations('Member', 'manage_team', 'manage_team', bodySchema(AddMemberBody), NEWCOMER);
const byAdmin = invitations('Owner', 'manage_clients', 'read_clients', bodySchema(InviteOwnerBody), {
  email: 'owner@example.test',
});

const ownTeam: WhoseTeam = (_req, res) => liveClientIdOf(res);

/** The ways into a team: for its owners, and for admins, who invite the first owner. */
export const INVITATION_ENDPOINTS: readonly Endpoint<ApiDeps & { countInvitation: CountInvitation }>[] = [
  {
    method: 'get',
    path: '/api/v1/team/invitations',
    ...own.list.get,
    handle: (parts) => listOpenInvitations(parts, ownTeam),
  },
  {
    method: 'post',
    path: '/api/v1/team/invitations',
    ...own.list.post,
    handle: (parts) => invite(parts, ownTeam, AddMemberBody),
  },
  {
    method: 'delete',
    path: '/api/v1/team/invitations/:invitation_id',
    inPath: invitation,
    ...own.one.delete,
    handle: (parts) => deleteInvitation(parts, ownTeam),
  },
  {
    method: 'post',
    path: '/api/v1/team/invitations/:invitation_id/resend',
    inPath: invitation,
    ...own.resend.post,
    handle: (parts) => resendInvitation(parts, ownTeam),
  },
  {
    method: 'get',
    path: '/api/v1/admin/clients/:id/invitations',
    inPath: client,
    belowClient: true,
    ...byAdmin.list.get,
    handle: (parts) => listOpenInvitations(parts, requestedClientId),
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients/:id/invitations',
    inPath: client,
    belowClient: true,
    ...byAdmin.list.post,
    handle: (parts) => invite(parts, requestedClientId, InviteOwnerBody),
  },
  {
    method: 'delete',
    path: '/api/v1/admin/clients/:id/invitations/:invitation_id',
    inPath: { ...client, ...invitation },
    belowClient: true,
    ...byAdmin.one.delete,
    handle: (parts) => deleteInvitation(parts, requestedClientId),
  },
  {
    method: 'post',
    path: '/api/v1/admin/clients/:id/invitations/:invitation_id/resend',
    inPath: { ...client, ...invitation },
    belowClient: true,
    ...byAdmin.resend.post,
    handle: (parts) => resendInvitation(parts, requestedClientId),
  },
];
