import { CHOSEN_MAILS } from '../../shared/domain/chosen-mails.js';
import { CLIENT_ROLES } from '../../shared/domain/roles.js';
import type {
  WireInvitation,
  WireInvited,
  WireMember,
  WireNewMember,
  WireTeamSettings,
} from '../../shared/wire/team.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import {
  arrayOf,
  boolean,
  exampleId,
  id,
  moment,
  named,
  nullable,
  object,
  objectOf,
  oneOfWords,
  type Properties,
  text,
} from '../openapi/schemas.js';
import { LIMITS_SCHEMA } from '../spending/schemas.js';

const NAME = nullable(text(200, { description: 'The name of the person; null if none was given.' }));
const EMAIL = text(254, { format: 'email' });
const ROLE = oneOfWords(CLIENT_ROLES);

const MEMBER: Properties<WireMember> = {
  user_id: id('user'),
  name: NAME,
  email: EMAIL,
  role: ROLE,
  suspended: boolean({ description: 'Whether the person is locked out until resumed.' }),
  second_factor: boolean({ description: 'Whether the account has a second factor.' }),
  last_seen_at: nullable(
    moment({
      description:
        'Accurate to the minute for the portal; otherwise the last sign-in. Null if the person has never signed in.',
    }),
  ),
  limits: LIMITS_SCHEMA,
};

/** The named schemas of teams. */
export const TEAM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Member: object<WireMember>(MEMBER),
  NewMember: object<WireNewMember>({
    ...MEMBER,
    temporary_password: text(128, { description: 'Shown only once; must be changed at the first sign-in.' }),
  }),
  Team: object<{ data: WireMember[] }>({ data: arrayOf(named('Member'), 10_000) }),
  TeamSettings: object<WireTeamSettings>({
    require_second_factor: boolean({
      description:
        'Whether users without a second factor can do nothing except set one up. API keys keep working.',
    }),
  }),
  Invitation: object<WireInvitation>({
    invitation_id: id('invitation'),
    email: EMAIL,
    name: NAME,
    role: ROLE,
    invited_by: text(40, { description: 'The id of the owner or admin who sent it last.' }),
    created_at: moment(),
    expires_at: moment(),
    expired: boolean({
      description:
        'Whether its 72 hours are over, or whoever sent it may no longer invite, so that it has to be sent again.',
    }),
  }),
  Invitations: object<{ data: WireInvitation[] }>({ data: arrayOf(named('Invitation'), 500) }),
  Invited: object<WireInvited>({
    email: EMAIL,
    name: NAME,
    role: ROLE,
    client_name: text(200),
    expires_at: moment(),
  }),
  MailChoices: objectOf(Object.fromEntries(CHOSEN_MAILS.map((kind) => [kind, boolean()]))),
};

export const EXAMPLE_MEMBER: WireMember = {
  user_id: exampleId('user'),
  name: 'Example Person',
  email: 'viewer@example.test',
  role: 'viewer',
  suspended: false,
  second_factor: false,
  last_seen_at: '2026-09-01T08:00:00.123Z',
  limits: { per_day: 500, per_month: null },
};

export const EXAMPLE_INVITATION: WireInvitation = {
  invitation_id: exampleId('invitation'),
  email: 'viewer@example.test',
  name: 'Example Person',
  role: 'viewer',
  invited_by: exampleId('user'),
  created_at: '2026-09-01T08:00:00.123Z',
  expires_at: '2026-09-04T08:00:00.123Z',
  expired: false,
};
