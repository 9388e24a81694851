import type { Act } from '../../shared/domain/access.js';
import {
  type FeatureDescription,
  json,
  type OperationDescription,
  type PathDescription,
} from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/openapi.js';
import { NoFields } from '../validation/no-fields.js';
import { MAIL_PATHS } from './openapi-mails.js';
import { OPEN_PATHS } from './openapi-open.js';
import { EXAMPLE_INVITATION, EXAMPLE_MEMBER, TEAM_SCHEMAS } from './openapi-schemas.js';
import { AddMemberBody, InviteOwnerBody, PatchMemberBody, TeamSettingsBody } from './requests.js';

const NEWCOMER = { email: 'viewer@example.test', role: 'viewer', name: 'Example Person' };
const NOTHING = { schema: bodySchema(NoFields), examples: { nothing: {} }, required: false };
const client = { id: { description: 'The `client_id`.', schema: id('client') } };
const invitation = { invitation_id: { description: 'The `invitation_id`.', schema: id('invitation') } };

/** The operations on invitations, of a client's own owners or of admins: the same words for both. */
function invitations(whose: string, act: Act, reading: Act, body: object, example: object) {
  const inviting: OperationDescription = {
    operationId: `invite${whose}`,
    summary: 'Invite somebody to the team',
    description:
      'Sends a link that is good once and for 72 hours: only who reads that mailbox can use it, and nothing but the submit uses it up.',
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
    summary: 'List the invitations that nobody has accepted yet',
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
    body: NOTHING,
    responses: { 204: { description: 'Its link opens nothing any more.' } },
  };
  const resending: OperationDescription = {
    operationId: `resend${whose}Invitation`,
    summary: 'Send an invitation again',
    description:
      'With a new link that is good for 72 hours; the one of before is dead. A client sends at most five invitations in an hour to one address.',
    access: { act },
    stepUp: true,
    body: NOTHING,
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

const settings = json(named('TeamSettings'), { demanded: { require_second_factor: true } });
const SETTINGS_OPERATIONS = {
  get: {
    operationId: 'getTeamSettings',
    summary: 'Say what holds for everybody of the team',
    access: { act: 'manage_team' },
    responses: { 200: { description: 'As it is now.', content: settings } },
  },
  patch: {
    operationId: 'changeTeamSettings',
    summary: 'Demand a second factor of everybody, or no longer',
    description:
      'Nobody is signed out: people without a second factor can only set one up from their next request on.',
    access: { act: 'manage_team' },
    stepUp: true,
    body: { schema: bodySchema(TeamSettingsBody), examples: { demand: { require_second_factor: true } } },
    responses: { 200: { description: 'As it is now.', content: settings } },
  },
} as const satisfies PathDescription['operations'];

const own = invitations('Member', 'manage_team', 'manage_team', bodySchema(AddMemberBody), NEWCOMER);
const byAdmin = invitations('Owner', 'manage_clients', 'read_clients', bodySchema(InviteOwnerBody), {
  email: 'owner@example.test',
});
const ADMIN_PATH = '/api/v1/admin/clients/:id/invitations';

/** Describes the team of a client. */
export const teamDescription: FeatureDescription = {
  tag: {
    name: 'Team',
    description: 'The people of a client: who they are, what they may do, and how they come and go.',
  },
  schemas: TEAM_SCHEMAS,
  paths: {
    '/api/v1/team': {
      operations: {
        get: {
          operationId: 'listTeam',
          summary: 'List the team',
          access: { act: 'manage_team' },
          responses: {
            200: {
              description: 'In the order in which they came.',
              content: json(named('Team'), { team: { data: [EXAMPLE_MEMBER] } }),
            },
          },
        },
        post: {
          operationId: 'addMember',
          summary: 'Open an account with a temporary password',
          description: 'An invitation is better: then nobody but the person ever knows a password.',
          access: { act: 'manage_team' },
          stepUp: true,
          body: { schema: bodySchema(AddMemberBody), examples: { viewer: NEWCOMER } },
          responses: {
            201: {
              description: 'Opened. The only answer that ever holds the temporary password.',
              content: json(named('NewMember'), {
                member: { ...EXAMPLE_MEMBER, last_seen_at: null, temporary_password: '<PASSWORD>' },
              }),
            },
          },
          errors: ['conflict', 'rate_limited'],
        },
      },
    },
    '/api/v1/team/settings': { operations: SETTINGS_OPERATIONS },
    '/api/v1/team/:user_id': {
      parameters: { user_id: { description: 'The `user_id`.', schema: id('user') } },
      operations: {
        patch: {
          operationId: 'changeMember',
          summary: 'Give another role, name or limits, suspend or resume',
          description:
            'The last active owner keeps the role: a 409. Another role ends the sessions of the person.',
          access: { act: 'manage_team' },
          stepUp: true,
          body: {
            schema: bodySchema(PatchMemberBody, { limits: LIMITS_FIELD }),
            examples: {
              role: { role: 'submitter' },
              suspend: { suspended: true },
              limits: { limits: { per_day: 500, per_month: null } },
            },
          },
          responses: {
            200: {
              description: 'The person as they are now.',
              content: json(named('Member'), { member: EXAMPLE_MEMBER }),
            },
          },
          errors: ['conflict'],
        },
        delete: {
          operationId: 'removeMember',
          summary: 'Take somebody out of the team',
          description:
            'They are signed out at once. What they submitted keeps their name. An invitation brings them back.',
          access: { act: 'manage_team' },
          stepUp: true,
          body: NOTHING,
          responses: { 204: { description: 'Removed.' } },
          errors: ['conflict'],
        },
      },
    },
    '/api/v1/team/invitations': { operations: own.list },
    '/api/v1/team/invitations/:invitation_id': { parameters: invitation, operations: own.one },
    '/api/v1/team/invitations/:invitation_id/resend': { parameters: invitation, operations: own.resend },
    [ADMIN_PATH]: { parameters: client, operations: byAdmin.list },
    [`${ADMIN_PATH}/:invitation_id`]: { parameters: { ...client, ...invitation }, operations: byAdmin.one },
    [`${ADMIN_PATH}/:invitation_id/resend`]: {
      parameters: { ...client, ...invitation },
      operations: byAdmin.resend,
    },
    ...MAIL_PATHS,
    ...OPEN_PATHS,
  },
};
