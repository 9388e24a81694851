import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import { ROLES } from '../../shared/domain/roles.js';
import type { WireClient, WireCreditMove, WireUser, WireUserWithPassword } from '../../shared/wire/admin.js';
import type { WireAuditEntry } from '../../shared/wire/audit.js';
import { CLIENT_FIGURES } from '../home/schemas.js';
import type { JsonSchema } from '../openapi/json-schema.js';
import { page } from '../openapi/lists.js';
import {
  boolean,
  constant,
  exampleId,
  id,
  integer,
  moment,
  named,
  nullable,
  object,
  oneOfWords,
  optional,
  type Properties,
  text,
} from '../openapi/schemas.js';
import { LIMITS_SCHEMA } from '../spending/schemas.js';
import { WALLET_ENTRY } from '../wallet/schemas.js';
import { FIGURE_DAYS } from './load-clients.js';

const USER: Properties<WireUser> = {
  user_id: id('user'),
  email: text(254, { format: 'email' }),
  role: oneOfWords(ROLES),
  suspended: boolean(),
  name: nullable(text(200)),
  last_seen_at: nullable(moment({ description: 'Null if the person has never signed in.' })),
  limits: optional(LIMITS_SCHEMA),
};

/** The named schemas of what admins see. */
export const ADMIN_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Client: object<WireClient>({
    client_id: id('client'),
    name: text(200),
    suspended: boolean({ description: 'True locks out all users and keys of the client.' }),
    low_balance_threshold: nullable(integer(0, MAX_CREDITS)),
    retention_days: nullable(
      integer(1, 3650, {
        description:
          'Number of days for which settled verifications keep their personal data; null keeps it.',
      }),
    ),
    limits: LIMITS_SCHEMA,
    figures: object<WireClient['figures']>(CLIENT_FIGURES, {
      description: `What it requested in the last ${FIGURE_DAYS} days, including today, in UTC, some seconds behind the ledger; and the credits and people it has now.`,
    }),
    created_at: moment(),
  }),
  ClientPage: page<WireClient>(named('Client')),
  User: object<WireUser>(USER),
  UserWithPassword: object<WireUserWithPassword>({
    ...USER,
    temporary_password: text(128, { description: 'Shown only once; must be changed at the first sign-in.' }),
  }),
  UserPage: page<WireUser>(named('User')),
  CreditMove: object<WireCreditMove>({
    ...WALLET_ENTRY,
    idempotent_replay: optional(
      constant(true, {
        description: 'True if an earlier request with this key had already moved these credits.',
      }),
    ),
  }),
  AuditEntry: object<WireAuditEntry>({
    entry_no: integer(1, 2_147_483_647, { description: 'Gapless sequence number across the whole service.' }),
    created_at: moment(),
    actor: text(60, { description: 'The id of the actor, or `system` for a command on the server.' }),
    actor_email: nullable(text(254)),
    ip_address: nullable(text(45)),
    action: text(60, { examples: ['user.suspended'] }),
    target: text(100, { description: 'The id of the target.' }),
    target_name: nullable(
      text(254, {
        description: 'The current name of a client or an API key, or the e-mail address of a person.',
      }),
    ),
    details: { type: 'object', description: 'What changed.', additionalProperties: true },
    names: {
      type: 'object',
      description: 'The current names behind the ids in `details`, by id.',
      additionalProperties: text(254),
    },
    people: {
      type: 'object',
      description: 'The names of the people among actor, target and details, by id, where they are known.',
      additionalProperties: text(200),
    },
  }),
  AuditPage: page<WireAuditEntry>(named('AuditEntry')),
};

export const EXAMPLE_CLIENT: WireClient = {
  client_id: exampleId('client'),
  name: 'Example Client',
  suspended: false,
  low_balance_threshold: 100,
  retention_days: 365,
  limits: { per_day: 500, per_month: null },
  figures: {
    submitted: 2,
    completed: 2,
    credits: 10,
    reviewed: 0,
    last_day: '2026-09-01',
    available: 990,
    users: 1,
  },
  created_at: '2026-09-01T08:00:00.123Z',
};

export const EXAMPLE_USER: WireUser = {
  user_id: exampleId('user'),
  email: 'client@example.test',
  role: 'owner',
  suspended: false,
  name: 'Thandi Example',
  last_seen_at: '2026-09-01T08:00:00.123Z',
  limits: { per_day: 500, per_month: null },
};

export const EXAMPLE_STAFF: WireUser = {
  user_id: exampleId('user'),
  email: 'support@example.test',
  role: 'support',
  suspended: false,
  name: 'Thandi Example',
  last_seen_at: '2026-09-01T08:00:00.123Z',
};

export const EXAMPLE_AUDIT_ENTRY: WireAuditEntry = {
  entry_no: 42,
  created_at: '2026-09-01T08:00:00.123Z',
  actor: exampleId('user'),
  actor_email: 'admin@example.test',
  ip_address: '192.0.2.1',
  action: 'client.changed',
  target: exampleId('client'),
  target_name: 'Example Client',
  details: { before: { suspended: false }, after: { suspended: true } },
  names: {},
  people: { [exampleId('user')]: 'Thandi Example' },
};
