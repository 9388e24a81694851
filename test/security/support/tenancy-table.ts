import type { KeyScope } from '../../../shared/domain/key-scopes.js';
import { type Role, STAFF_ROLES, type StaffRole } from '../../../shared/domain/roles.js';

/** Whom an operation serves. */
type Audience =
  /** Anybody, without a token: it holds no data. */
  | 'everybody'
  /** Any signed-in user, for their own account. */
  | 'account'
  /** Users of a client, for what is their client's. */
  | 'client'
  | 'support'
  | 'admin';

/** What an id in a path names. */
export type Named =
  | 'verification'
  | 'review'
  | 'apiKey'
  | 'webhook'
  | 'delivery'
  | 'batch'
  | 'approval'
  | 'client'
  | 'clientUser'
  | 'staff'
  | 'secondFactor'
  | 'session'
  | 'invitation'
  /** The same for everyone. */
  | 'service'
  /** The number of an entry in a log: every log starts with one. */
  | 'entry';

/** Who may use an operation, and what its path names: said here a second time, independently of the code. */
export interface Tenancy {
  for: Audience;
  /** Who of the audience may use it; the others get a 403. */
  roles: readonly Role[];
  /** API keys of a client may be used in place of a token: those of this scope, or any. */
  keys?: KeyScope | 'any';
  /** Somebody whose password is temporary may use it. */
  beforePasswordChange?: true;
  /** By the name of the parameter in the path. */
  ids?: Readonly<Record<string, Named>>;
}

const PEOPLE = ['owner', 'submitter', 'viewer', 'developer'] as const;
const ALL = [...PEOPLE, 'support', 'admin', 'auditor'] as const;
const READERS = ['owner', 'submitter', 'viewer'] as const;
const BUILDERS = ['owner', 'developer'] as const;

const EVERYBODY = { for: 'everybody', roles: [] } as const;
const ACCOUNT = { for: 'account', roles: ALL } as const;
const BUILDING = { for: 'client', roles: BUILDERS } as const;
const TEST_MODE = { ...BUILDING, keys: 'submit' } as const;
const WEBHOOKS = { ...BUILDING, keys: 'webhooks' } as const;
const SUBMITTING = { for: 'client', keys: 'submit', roles: ['owner', 'submitter'] } as const;
const READING = { for: 'client', keys: 'read', roles: READERS } as const;
const WALLET = { for: 'client', keys: 'wallet', roles: READERS } as const;
const FOLLOWING = { for: 'client', keys: 'read', roles: PEOPLE } as const;
const VERIFICATION = { ...READING, ids: { id: 'verification' } } as const;
const WEBHOOK = { ...WEBHOOKS, ids: { id: 'webhook' } } as const;
const BATCH = { ...READING, ids: { id: 'batch' } } as const;
const BATCH_RUN = { ...SUBMITTING, ids: { id: 'batch' } } as const;
const SUPPORT = { for: 'support', roles: ['support'] } as const;
const REVIEW = { ...SUPPORT, ids: { id: 'review' } } as const;
const ADMIN = { for: 'admin', roles: ['admin'] } as const;
const ADMIN_OF_CLIENT = { ...ADMIN, ids: { id: 'client' } } as const;
const AUDITING = { for: 'admin', roles: ['admin', 'auditor'] } as const;
const AUDITING_OF_CLIENT = { ...AUDITING, ids: { id: 'client' } } as const;

const OWNERS = { for: 'client', roles: ['owner'] } as const;
const INVITATION_OF_CLIENT = { ...ADMIN, ids: { id: 'client', invitation_id: 'invitation' } } as const;

/** At whose addresses each role of staff is at home: an auditor reads where admins work. */
const AT_HOME: Readonly<Record<StaffRole, Audience>> = {
  support: 'support',
  admin: 'admin',
  auditor: 'admin',
};

/** Every operation there may be. A route that is not in here fails a test. */
export const TENANCY: Readonly<Record<string, Tenancy>> = {
  'POST /api/v1/login': EVERYBODY,
  'POST /api/v1/logout': { ...ACCOUNT, beforePasswordChange: true },
  'GET /api/v1/me': { ...ACCOUNT, keys: 'any', beforePasswordChange: true },
  'POST /api/v1/me/password': { ...ACCOUNT, beforePasswordChange: true },
  'POST /api/v1/login/second-factor': EVERYBODY,
  'POST /api/v1/login/passkey/options': EVERYBODY,
  'POST /api/v1/login/passkey': EVERYBODY,
  'POST /api/v1/me/step-up': ACCOUNT,
  'GET /api/v1/me/second-factor': ACCOUNT,
  'POST /api/v1/me/second-factor/totp': ACCOUNT,
  'POST /api/v1/me/second-factor/totp/confirm': ACCOUNT,
  'POST /api/v1/me/second-factor/passkeys': ACCOUNT,
  'POST /api/v1/me/second-factor/passkeys/confirm': ACCOUNT,
  'POST /api/v1/me/second-factor/recovery-codes': ACCOUNT,
  'DELETE /api/v1/me/second-factor/:factor_id': { ...ACCOUNT, ids: { factor_id: 'secondFactor' } },
  'GET /api/v1/me/sessions': ACCOUNT,
  'DELETE /api/v1/me/sessions': ACCOUNT,
  'DELETE /api/v1/me/sessions/:id': { ...ACCOUNT, ids: { id: 'session' } },
  'GET /api/v1/home': { for: 'account', roles: [...READERS, 'support', 'admin', 'auditor'] },
  'GET /api/v1/services': { ...ACCOUNT, keys: 'any' },
  'GET /api/v1/services/:service_code': { ...ACCOUNT, keys: 'any', ids: { service_code: 'service' } },
  'GET /api/v1/verifications': FOLLOWING,
  'POST /api/v1/verifications': SUBMITTING,
  'POST /api/v1/verifications/search': READING,
  'POST /api/v1/verifications/preflight': SUBMITTING,
  'GET /api/v1/verifications/:id': { ...FOLLOWING, ids: { id: 'verification' } },
  'GET /api/v1/verifications/:id/report.pdf': VERIFICATION,
  'GET /api/v1/verifications/:id/photo': VERIFICATION,
  'GET /api/v1/verifications/:id/receipt': VERIFICATION,
  'GET /api/v1/verifications/:id/evidence.tlog-proof': VERIFICATION,
  'GET /.well-known/jwks.json': EVERYBODY,
  'GET /api/v1/access-log': OWNERS,
  'GET /api/v1/access-log/:entry_no/evidence.tlog-proof': { ...OWNERS, ids: { entry_no: 'entry' } },
  'GET /api/v1/wallet': WALLET,
  'GET /api/v1/wallet/entries': WALLET,
  'POST /api/v1/me/mode': BUILDING,
  'POST /api/v1/wallet/test-credits': TEST_MODE,
  'POST /api/v1/test/reviews/:id': { ...TEST_MODE, ids: { id: 'verification' } },
  'GET /api/v1/team': OWNERS,
  'POST /api/v1/team': OWNERS,
  'GET /api/v1/team/settings': OWNERS,
  'PATCH /api/v1/team/settings': OWNERS,
  'PATCH /api/v1/team/:user_id': { ...OWNERS, ids: { user_id: 'clientUser' } },
  'DELETE /api/v1/team/:user_id': { ...OWNERS, ids: { user_id: 'clientUser' } },
  'GET /api/v1/team/invitations': OWNERS,
  'POST /api/v1/team/invitations': OWNERS,
  'DELETE /api/v1/team/invitations/:invitation_id': { ...OWNERS, ids: { invitation_id: 'invitation' } },
  'POST /api/v1/team/invitations/:invitation_id/resend': { ...OWNERS, ids: { invitation_id: 'invitation' } },
  'GET /api/v1/logo': { for: 'client', roles: PEOPLE },
  'PUT /api/v1/logo': OWNERS,
  'DELETE /api/v1/logo': OWNERS,
  'GET /api/v1/admin/clients/:id/logo': AUDITING_OF_CLIENT,
  'PUT /api/v1/admin/clients/:id/logo': ADMIN_OF_CLIENT,
  'DELETE /api/v1/admin/clients/:id/logo': ADMIN_OF_CLIENT,
  'GET /api/v1/me/mails': ACCOUNT,
  'PATCH /api/v1/me/mails': ACCOUNT,
  'POST /api/v1/invitations/lookup': EVERYBODY,
  'POST /api/v1/invitations/accept': EVERYBODY,
  'POST /api/v1/password-resets': EVERYBODY,
  'POST /api/v1/password-resets/complete': EVERYBODY,
  'GET /api/v1/admin/clients/:id/invitations': AUDITING_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/invitations': ADMIN_OF_CLIENT,
  'DELETE /api/v1/admin/clients/:id/invitations/:invitation_id': INVITATION_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/invitations/:invitation_id/resend': INVITATION_OF_CLIENT,
  'GET /api/v1/limits': WALLET,
  'GET /api/v1/api-keys': BUILDING,
  'POST /api/v1/api-keys': BUILDING,
  'PATCH /api/v1/api-keys/:id': { ...BUILDING, ids: { id: 'apiKey' } },
  'POST /api/v1/api-keys/:id/rotate': { ...BUILDING, ids: { id: 'apiKey' } },
  'DELETE /api/v1/api-keys/:id': { ...BUILDING, ids: { id: 'apiKey' } },
  'GET /api/v1/webhooks': WEBHOOKS,
  'POST /api/v1/webhooks': WEBHOOKS,
  'DELETE /api/v1/webhooks/:id': WEBHOOK,
  'POST /api/v1/webhooks/:id/rotate-secret': WEBHOOK,
  'POST /api/v1/webhooks/:id/test': WEBHOOK,
  'GET /api/v1/webhooks/:id/deliveries': WEBHOOK,
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/redeliver': {
    ...WEBHOOKS,
    ids: { id: 'webhook', deliveryId: 'delivery' },
  },
  'GET /api/v1/batches': READING,
  'POST /api/v1/batches': SUBMITTING,
  'GET /api/v1/batches/template': READING,
  'GET /api/v1/batches/:id': BATCH,
  'GET /api/v1/batches/:id/rows': BATCH,
  'GET /api/v1/batches/:id/results': BATCH,
  'POST /api/v1/batches/:id/start': BATCH_RUN,
  'POST /api/v1/batches/:id/pause': BATCH_RUN,
  'POST /api/v1/batches/:id/resume': BATCH_RUN,
  'POST /api/v1/batches/:id/cancel': BATCH_RUN,
  'GET /api/v1/events': FOLLOWING,
  'GET /api/v1/support/reviews': SUPPORT,
  'GET /api/v1/support/decisions': SUPPORT,
  'POST /api/v1/support/reviews/take-next': SUPPORT,
  'POST /api/v1/support/reviews/requeue': SUPPORT,
  'GET /api/v1/support/reviews/:id': REVIEW,
  'POST /api/v1/support/reviews/:id/take': REVIEW,
  'POST /api/v1/support/reviews/:id/give-back': REVIEW,
  'POST /api/v1/support/reviews/:id/reveal-subject': REVIEW,
  'POST /api/v1/support/reviews/:id/notes': REVIEW,
  'POST /api/v1/support/reviews/:id/resolution': REVIEW,
  'POST /api/v1/support/reviews/:id/late-answer': REVIEW,
  'POST /api/v1/support/reviews/:id/withdraw-write-off': REVIEW,
  'GET /api/v1/support/queue': SUPPORT,
  'GET /api/v1/admin/clients': AUDITING,
  'POST /api/v1/admin/clients': ADMIN,
  'GET /api/v1/admin/clients/:id': AUDITING_OF_CLIENT,
  'PATCH /api/v1/admin/clients/:id': ADMIN_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/users': AUDITING_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/users': ADMIN_OF_CLIENT,
  'PATCH /api/v1/admin/clients/:id/users/:user_id': {
    ...ADMIN,
    ids: { id: 'client', user_id: 'clientUser' },
  },
  'DELETE /api/v1/admin/clients/:id/users/:user_id/second-factor': {
    ...ADMIN,
    ids: { id: 'client', user_id: 'clientUser' },
  },
  'DELETE /api/v1/admin/staff/:user_id/second-factor': { ...ADMIN, ids: { user_id: 'staff' } },
  'POST /api/v1/admin/clients/:id/credits': ADMIN_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/personal-data/erasures': ADMIN_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/personal-data/counts': ADMIN_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/personal-data/exports': ADMIN_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/wallet': AUDITING_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/wallet/entries': AUDITING_OF_CLIENT,
  'GET /api/v1/admin/staff': AUDITING,
  'POST /api/v1/admin/staff': ADMIN,
  'PATCH /api/v1/admin/staff/:user_id': { ...ADMIN, ids: { user_id: 'staff' } },
  'GET /api/v1/admin/clients/:id/access-log': AUDITING_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/access-log/:entry_no/evidence.tlog-proof': {
    ...AUDITING,
    ids: { id: 'client', entry_no: 'entry' },
  },
  'GET /api/v1/admin/approvals': AUDITING,
  'GET /api/v1/admin/approvals/:id': { ...AUDITING, ids: { id: 'approval' } },
  'POST /api/v1/admin/approvals/:id/approve': { ...ADMIN, ids: { id: 'approval' } },
  'POST /api/v1/admin/approvals/:id/decline': { ...ADMIN, ids: { id: 'approval' } },
  'GET /api/v1/admin/audit-log': AUDITING,
  'GET /api/v1/admin/audit-log/:entry_no/evidence.tlog-proof': { ...AUDITING, ids: { entry_no: 'entry' } },
  'GET /healthz': EVERYBODY,
  'GET /readyz': EVERYBODY,
  'GET /api/v1/openapi.json': EVERYBODY,
};

/** The entry of an operation. Throws if there is none. */
export function tenancyOf(name: string): Tenancy {
  const entry = TENANCY[name];
  if (entry === undefined)
    throw new Error(`${name} has no entry in the tenancy table: say there whom it serves.`);
  return entry;
}

/** Whether a token of such a person belongs to the address of an operation at all, whatever its role may do there. */
export function isAtHome(tenancy: Tenancy, role: Role | 'client'): boolean {
  const staff = STAFF_ROLES.find((own) => own === role);
  return tenancy.for === 'account' || tenancy.for === (staff === undefined ? 'client' : AT_HOME[staff]);
}
