import type { KeyScope } from '../../../shared/domain/key-scopes.js';

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
  /** API keys of a client may be used in place of a token: those of this scope, or any. */
  keys?: KeyScope | 'any';
  /** Somebody whose password is temporary may use it. */
  beforePasswordChange?: true;
  /** By the name of the parameter in the path. */
  ids?: Readonly<Record<string, Named>>;
}

const CLIENT = { for: 'client' } as const;
const READ = { for: 'client', keys: 'read' } as const;
const SUBMIT = { for: 'client', keys: 'submit' } as const;
const WALLET = { for: 'client', keys: 'wallet' } as const;
const WEBHOOKS = { for: 'client', keys: 'webhooks' } as const;
const VERIFICATION = { ...READ, ids: { id: 'verification' } } as const;
const WEBHOOK = { ...WEBHOOKS, ids: { id: 'webhook' } } as const;
const SUPPORT = { for: 'support' } as const;
const REVIEW = { ...SUPPORT, ids: { id: 'review' } } as const;
const ADMIN = { for: 'admin' } as const;
const ADMIN_OF_CLIENT = { ...ADMIN, ids: { id: 'client' } } as const;
const EVERYBODY = { for: 'everybody' } as const;

/** Every operation there may be. A route that is not in here fails a test. */
export const TENANCY: Readonly<Record<string, Tenancy>> = {
  'POST /api/v1/login': EVERYBODY,
  'POST /api/v1/logout': { for: 'account', beforePasswordChange: true },
  'GET /api/v1/me': { for: 'account', keys: 'any', beforePasswordChange: true },
  'POST /api/v1/me/password': { for: 'account', beforePasswordChange: true },
  'GET /api/v1/services': { for: 'account', keys: 'any' },
  'GET /api/v1/services/:service_code': { for: 'account', keys: 'any', ids: { service_code: 'service' } },
  'GET /api/v1/verifications': READ,
  'POST /api/v1/verifications': SUBMIT,
  'POST /api/v1/verifications/search': READ,
  'POST /api/v1/verifications/preflight': SUBMIT,
  'GET /api/v1/verifications/:id': VERIFICATION,
  'GET /api/v1/verifications/:id/report.pdf': VERIFICATION,
  'GET /api/v1/verifications/:id/photo': VERIFICATION,
  'GET /api/v1/wallet': WALLET,
  'GET /api/v1/wallet/entries': WALLET,
  'GET /api/v1/api-keys': CLIENT,
  'POST /api/v1/api-keys': CLIENT,
  'PATCH /api/v1/api-keys/:id': { ...CLIENT, ids: { id: 'apiKey' } },
  'DELETE /api/v1/api-keys/:id': { ...CLIENT, ids: { id: 'apiKey' } },
  'POST /api/v1/api-keys/:id/rotate': { ...CLIENT, ids: { id: 'apiKey' } },
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
  'GET /api/v1/events': READ,
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
