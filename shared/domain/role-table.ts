import type { TeamMailKind } from './chosen-mails.js';

/** What a role is called, and what it may do. */
interface Row {
  /** As people read it, alone and, in lower case, in sentences. */
  readonly name: string;
  /** Completes "Somebody who …". */
  readonly does: string;
  /** Whatever is not listed is refused. */
  readonly may: readonly string[];
}

interface PersonRow extends Row {
  /** What they may do besides in test mode, where nothing is about a real person (contract 12). */
  readonly mayInTestMode: readonly string[];
  /** The mails about the client that reach them. */
  readonly toldOf: readonly TeamMailKind[];
}

interface StaffRow extends Row {
  /** A role whose addresses are theirs too: there they are refused with 403, and with 401 elsewhere (contract 3). */
  readonly alsoAt: readonly string[];
}

/** What anyone signed in may do. */
const OWN = ['read_own_account', 'manage_own_account', 'read_services'] as const;
/**
 * What everyone in a team may do: see that a verification exists, for which service and how far along it is, but not
 * whom it is about.
 */
const FOLLOW = [...OWN, 'follow_reports', 'read_events', 'read_logo'] as const;
/** What anyone who may read a client's reports may read. */
const READ = [...FOLLOW, 'read_figures', 'read_reports', 'read_wallet'] as const;
/** What staff may read about all clients. */
const OVERSEE = [
  ...OWN,
  'read_figures',
  'read_clients',
  'read_client_wallets',
  'read_staff',
  'read_audit_log',
  'read_approvals',
] as const;

/** The roles of a client's people, within their own client (contract 11): all that is decided about each. */
export const PEOPLE = {
  owner: {
    name: 'Owner',
    does: 'does everything, and looks after the team',
    may: [
      ...READ,
      'submit',
      'manage_keys',
      'manage_webhooks',
      'manage_team',
      /** The logo at the head of reports. */
      'manage_logo',
      'switch_mode',
      /** Available only in test mode: filling the wallet and acting as support. */
      'use_test_mode',
      /** Who accessed what, staff included. */
      'read_access_log',
    ],
    mayInTestMode: [],
    toldOf: ['api_key_created', 'low_balance', 'limit_reached', 'webhook_disabled', 'review_decided'],
  },
  submitter: {
    name: 'Submitter',
    does: 'submits checks and reads reports',
    may: [...READ, 'submit'],
    mayInTestMode: [],
    toldOf: ['review_decided'],
  },
  viewer: {
    name: 'Viewer',
    does: 'reads reports and the wallet',
    may: READ,
    mayInTestMode: [],
    toldOf: [],
  },
  developer: {
    name: 'Developer',
    does: 'looks after API keys and webhooks, and sees no reports',
    may: [...FOLLOW, 'manage_keys', 'manage_webhooks', 'switch_mode', 'use_test_mode'],
    mayInTestMode: ['submit', 'read_reports', 'read_wallet', 'read_figures'],
    toldOf: ['webhook_disabled'],
  },
} as const satisfies Readonly<Record<string, PersonRow>>;

/** The roles of staff, across all clients; each is also the scope of their tokens. */
export const STAFF = {
  support: {
    name: 'Support',
    does: 'works on reviews',
    may: [...OWN, 'read_figures', 'work_reviews', 'read_queue', 'use_queue_board'],
    alsoAt: [],
  },
  admin: {
    name: 'Administrator',
    does: 'manages accounts and credits',
    may: [
      ...OVERSEE,
      'use_queue_board',
      'manage_clients',
      'move_credits',
      'manage_staff',
      'decide_approvals',
      'export_personal_data',
      'erase_personal_data',
    ],
    alsoAt: [],
  },
  auditor: {
    name: 'Auditor',
    does: 'reads accounts, wallets and the audit log, and changes nothing',
    may: OVERSEE,
    alsoAt: ['admin'],
  },
} as const satisfies Readonly<Record<string, StaffRow>>;
