import { HashSlots } from '../auth/hash-slots.js';
import { featureWith } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema, EMPTY_BODY } from '../openapi/dto-schema.js';
import { id, named } from '../openapi/schemas.js';
import { LIMITS_FIELD } from '../spending/schemas.js';
import { INVITATION_ENDPOINTS, NEWCOMER } from './invitation-endpoints.js';
import { getMailChoices, MailChoicesBody, patchMailChoices } from './mail-choices.js';
import { addMember, listTeam, patchMember, removeMember } from './members.js';
import { OPEN_ENDPOINTS } from './open-endpoints.js';
import { AddMemberBody, PatchMemberBody, TeamSettingsBody } from './requests.js';
import { EXAMPLE_MEMBER, TEAM_SCHEMAS } from './schemas.js';
import { getTeamSettings, patchTeamSettings } from './settings.js';

const MEMBER_ID = { user_id: { description: 'The `user_id`.', schema: id('user') } };
const settings = json(named('TeamSettings'), { demanded: { require_second_factor: true } });
const CHOICES = { low_balance: true, limit_reached: true, webhook_disabled: false, review_decided: true };

/** A client's own people, the ways into its team, and the way to another password (contract 11). */
export const teamFeature = featureWith((deps) => ({ ...deps, slots: new HashSlots() }), {
  tag: {
    name: 'Team',
    description: 'The people of a client: who they are, what they may do, and how they come and go.',
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
      handle: (parts) => addMember(parts, parts.slots),
    },
    {
      method: 'get',
      path: '/api/v1/team/settings',
      operationId: 'getTeamSettings',
      summary: 'Read the settings of the team',
      access: { act: 'manage_team' },
      responses: { 200: { description: 'As it is now.', content: settings } },
      handle: getTeamSettings,
    },
    {
      method: 'patch',
      path: '/api/v1/team/settings',

      operationId: 'changeTeamSettings',
      summary: 'Require a second factor of the whole team, or make it optional',
      description:
        'Nobody is signed out: people without a second factor can only set one up from their next request on.',
      access: { act: 'manage_team' },
      stepUp: true,
      body: { schema: bodySchema(TeamSettingsBody), examples: { demand: { require_second_factor: true } } },
      responses: { 200: { description: 'As it is now.', content: settings } },
      handle: patchTeamSettings,
    },
    {
      method: 'patch',
      path: '/api/v1/team/:user_id',
      inPath: MEMBER_ID,
      operationId: 'changeMember',
      summary: 'Change the role, name or limits of a member, suspend or resume them',
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
      handle: patchMember,
    },
    {
      method: 'delete',
      path: '/api/v1/team/:user_id',
      inPath: MEMBER_ID,
      operationId: 'removeMember',
      summary: 'Remove somebody from the team',
      description:
        'They are signed out at once. What they submitted keeps their name. An invitation brings them back.',
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
      summary: 'Read your choice of mails',
      description: 'The mails that can be turned off, as far as the role receives them.',
      access: { act: 'manage_own_account' },
      responses: {
        200: {
          description: 'True to receive them.',
          content: json(named('MailChoices'), { choices: CHOICES }),
        },
      },
      handle: getMailChoices,
    },
    {
      method: 'patch',
      path: '/api/v1/me/mails',
      operationId: 'chooseMails',
      summary: 'Choose your mails',
      access: { act: 'manage_own_account' },
      body: { schema: bodySchema(MailChoicesBody), examples: { off: { low_balance: false } } },
      responses: {
        200: { description: 'As it is now.', content: json(named('MailChoices'), { choices: CHOICES }) },
      },
      handle: patchMailChoices,
    },
    ...OPEN_ENDPOINTS,
  ],
});
