import { HashSlots } from '../auth/hash-slots.js';
import type { ApiDeps } from '../deps.js';
import { featureWith } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/schemas.js';
import { INVITATION_ENDPOINTS, NEWCOMER } from './invitation-endpoints.js';
import { countInvitations } from './invitation-limit.js';
import { getMailChoices, MailChoicesBody, patchMailChoices } from './mail-choices.js';
import { addMember, listTeam, patchMember, removeMember } from './members.js';
import { OPEN_ENDPOINTS } from './open-endpoints.js';
import { AddMemberBody, PatchMemberBody, TeamSettingsBody } from './requests.js';
import { EXAMPLE_MEMBER, TEAM_SCHEMAS } from './schemas.js';
import { getTeamSettings, patchTeamSettings } from './settings.js';

const MEMBER_ID = { user_id: { description: 'The `user_id`.', schema: id('user') } };
const settings = json(named('TeamSettings'), { demanded: { require_second_factor: true } });
const CHOICES = { low_balance: true, limit_reached: true, webhook_disabled: false, review_decided: true };

/** What several handlers share. */
const makeParts = (deps: ApiDeps) => ({
  ...deps,
  slots: new HashSlots(),
  countInvitation: countInvitations(deps),
});

/** A client's people, the ways to join its team, and password resets (contract 11). */
export const teamFeature = featureWith(makeParts, {
  tag: {
    name: 'Team',
    description: 'The members of a client’s team: roles, invitations and removal.',
  },
  schemas: TEAM_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/team',
      operationId: 'listTeam',
      summary: 'List the team',
      access: { act: 'manage_team' },
      responses: {
        200: {
          description: 'In the order in which they joined.',
          content: json(named('Team'), { team: { data: [EXAMPLE_MEMBER] } }),
        },
      },
      handle: listTeam,
    },
    {
      method: 'post',
      path: '/api/v1/team',
      operationId: 'addMember',
      summary: 'Create an account with a temporary password',
      description: 'Prefer an invitation, so that only the person ever knows the password.',
      access: { act: 'manage_team' },
      stepUp: true,
      body: { schema: bodySchema(AddMemberBody), examples: { viewer: NEWCOMER } },
      responses: {
        201: {
          description: 'Created. This is the only response that ever contains the temporary password.',
          content: json(named('NewMember'), {
            member: { ...EXAMPLE_MEMBER, last_seen_at: null, temporary_password: '<PASSWORD>' },
          }),
        },
      },
      errors: ['conflict', 'rate_limited'],
      handle: (parts) => addMember(parts, parts.slots),
    },
    {
      method: 'get',
      path: '/api/v1/team/settings',
      operationId: 'getTeamSettings',
      summary: 'Read the settings of the team',
      access: { act: 'manage_team' },
      responses: { 200: { description: 'The current state.', content: settings } },
      handle: getTeamSettings,
    },
    {
      method: 'patch',
      path: '/api/v1/team/settings',
      operationId: 'changeTeamSettings',
      summary: 'Require a second factor for the whole team, or make it optional',
      description:
        'From their next request on, users without a second factor can only set one up, and sessions of others without it end.',
      access: { act: 'manage_team' },
      stepUp: true,
      body: { schema: bodySchema(TeamSettingsBody), examples: { demand: { require_second_factor: true } } },
      responses: { 200: { description: 'The current state.', content: settings } },
      handle: patchTeamSettings,
    },
    {
      method: 'patch',
      path: '/api/v1/team/:user_id',
      inPath: MEMBER_ID,
      operationId: 'changeMember',
      summary: 'Change the role, name or limits of a member, suspend or resume them',
      description:
        'The last active owner cannot lose the role: that is a 409. Changing the role ends the sessions of the person.',
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
          description: 'The current state of the member.',
          content: json(named('Member'), { member: EXAMPLE_MEMBER }),
        },
      },
      errors: ['conflict'],
      handle: patchMember,
    },
    {
      method: 'delete',
      path: '/api/v1/team/:user_id',
      inPath: MEMBER_ID,
      operationId: 'removeMember',
      summary: 'Remove a member from the team',
      description:
        'They are signed out immediately. API keys keep working, including those that they created: delete the ones whose secret they know. Their submissions keep their name. A new invitation brings them back.',
      access: { act: 'manage_team' },
      stepUp: true,
      body: EMPTY_BODY,
      responses: { 204: { description: 'Removed.' } },
      errors: ['conflict'],
      handle: removeMember,
    },
    ...INVITATION_ENDPOINTS,
    {
      method: 'get',
      path: '/api/v1/me/mails',
      operationId: 'getMailChoices',
      summary: 'Read your e-mail preferences',
      description: 'The e-mails that your role receives and that can be turned off.',
      access: { act: 'manage_own_account' },
      responses: {
        200: {
          description: 'True to receive this e-mail.',
          content: json(named('MailChoices'), { choices: CHOICES }),
        },
      },
      handle: getMailChoices,
    },
    {
      method: 'patch',
      path: '/api/v1/me/mails',
      operationId: 'chooseMails',
      summary: 'Change your e-mail preferences',
      access: { act: 'manage_own_account' },
      body: { schema: bodySchema(MailChoicesBody), examples: { off: { low_balance: false } } },
      responses: {
        200: { description: 'The current state.', content: json(named('MailChoices'), { choices: CHOICES }) },
      },
      handle: patchMailChoices,
    },
    ...OPEN_ENDPOINTS,
  ],
});
