/** Whom an operation serves. */
type Audience =
  /** Anybody, without a token: it holds no data. */
  | 'everybody'
  /** Whoever is signed in, for their own account. */
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
  | 'client'
  | 'clientUser'
  | 'staff'
  /** The same for everybody. */
  | 'service';

/** Who may use an operation, and what its path names: said here a second time, independently of the code. */
export interface Tenancy {
  for: Audience;
  /** API keys of a client may be used in place of a token. */
  keys?: true;
  /** Somebody whose password is temporary may use it. */
  beforePasswordChange?: true;
  /** By the name of the parameter in the path. */
  ids?: Readonly<Record<string, Named>>;
}

const CLIENT = { for: 'client' } as const;
const CLIENT_AND_KEYS = { for: 'client', keys: true } as const;
const VERIFICATION = { ...CLIENT_AND_KEYS, ids: { id: 'verification' } } as const;
const WEBHOOK = { ...CLIENT, ids: { id: 'webhook' } } as const;
const SUPPORT = { for: 'support' } as const;
const REVIEW = { ...SUPPORT, ids: { id: 'review' } } as const;
const ADMIN = { for: 'admin' } as const;
const ADMIN_OF_CLIENT = { ...ADMIN, ids: { id: 'client' } } as const;
const EVERYBODY = { for: 'everybody' } as const;

/** Every operation there may be. A route that is not in here fails a test. */
export const TENANCY: Readonly<Record<string, Tenancy>> = {
  'POST /api/v1/login': EVERYBODY,
  'POST /api/v1/logout': { for: 'account', beforePasswordChange: true },
  'GET /api/v1/me': { for: 'account', keys: true, beforePasswordChange: true },
  'POST /api/v1/me/password': { for: 'account', beforePasswordChange: true },
  'GET /api/v1/services': { for: 'account', keys: true },
  'GET /api/v1/services/:service_code': { for: 'account', keys: true, ids: { service_code: 'service' } },
  'GET /api/v1/verifications': CLIENT_AND_KEYS,
  'POST /api/v1/verifications': CLIENT_AND_KEYS,
  'POST /api/v1/verifications/search': CLIENT_AND_KEYS,
  'POST /api/v1/verifications/preflight': CLIENT_AND_KEYS,
  'GET /api/v1/verifications/:id': VERIFICATION,
  'GET /api/v1/verifications/:id/report.pdf': VERIFICATION,
  'GET /api/v1/verifications/:id/photo': VERIFICATION,
  'GET /api/v1/wallet': CLIENT_AND_KEYS,
  'GET /api/v1/wallet/entries': CLIENT_AND_KEYS,
  'GET /api/v1/api-keys': CLIENT,
  'POST /api/v1/api-keys': CLIENT,
  'DELETE /api/v1/api-keys/:id': { ...CLIENT, ids: { id: 'apiKey' } },
  'GET /api/v1/webhooks': CLIENT,
  'POST /api/v1/webhooks': CLIENT,
  'DELETE /api/v1/webhooks/:id': WEBHOOK,
  'POST /api/v1/webhooks/:id/rotate-secret': WEBHOOK,
  'POST /api/v1/webhooks/:id/test': WEBHOOK,
  'GET /api/v1/webhooks/:id/deliveries': WEBHOOK,
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/redeliver': {
    ...CLIENT,
    ids: { id: 'webhook', deliveryId: 'delivery' },
  },
  'GET /api/v1/events': CLIENT_AND_KEYS,
  'GET /api/v1/support/reviews': SUPPORT,
  'POST /api/v1/support/reviews/take-next': SUPPORT,
  'POST /api/v1/support/reviews/requeue': SUPPORT,
  'GET /api/v1/support/reviews/:id': REVIEW,
  'POST /api/v1/support/reviews/:id/take': REVIEW,
  'POST /api/v1/support/reviews/:id/give-back': REVIEW,
  'POST /api/v1/support/reviews/:id/reveal-subject': REVIEW,
  'POST /api/v1/support/reviews/:id/notes': REVIEW,
  'POST /api/v1/support/reviews/:id/resolution': REVIEW,
  'POST /api/v1/support/reviews/:id/late-answer': REVIEW,
  'GET /api/v1/support/queue': SUPPORT,
  'GET /api/v1/admin/clients': ADMIN,
  'POST /api/v1/admin/clients': ADMIN,
  'GET /api/v1/admin/clients/:id': ADMIN_OF_CLIENT,
  'PATCH /api/v1/admin/clients/:id': ADMIN_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/users': ADMIN_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/users': ADMIN_OF_CLIENT,
  'PATCH /api/v1/admin/clients/:id/users/:user_id': {
    ...ADMIN,
    ids: { id: 'client', user_id: 'clientUser' },
  },
  'POST /api/v1/admin/clients/:id/credits': ADMIN_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/personal-data/erasures': ADMIN_OF_CLIENT,
  'POST /api/v1/admin/clients/:id/personal-data/exports': ADMIN_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/wallet': ADMIN_OF_CLIENT,
  'GET /api/v1/admin/clients/:id/wallet/entries': ADMIN_OF_CLIENT,
  'GET /api/v1/admin/staff': ADMIN,
  'POST /api/v1/admin/staff': ADMIN,
  'PATCH /api/v1/admin/staff/:user_id': { ...ADMIN, ids: { user_id: 'staff' } },
  'GET /api/v1/admin/audit-log': ADMIN,
  'GET /healthz': EVERYBODY,
  'GET /readyz': EVERYBODY,
  'GET /api/v1/openapi.json': EVERYBODY,
};

/** The entry of an operation. Throws when there is none. */
export function tenancyOf(name: string): Tenancy {
  const entry = TENANCY[name];
  if (entry === undefined)
    throw new Error(`${name} has no entry in the tenancy table: say there whom it serves.`);
  return entry;
}
