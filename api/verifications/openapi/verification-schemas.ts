import { MAX_CREDITS } from '../../../shared/domain/ledger.js';
import { OUTCOMES } from '../../../shared/domain/outcome.js';
import { STATUSES } from '../../../shared/domain/states.js';
import { SERVICE_CODES } from '../../../shared/services/index.js';
import type { WireFollowed } from '../../../shared/wire/followed.js';
import type { WireHistoryEntry } from '../../../shared/wire/history.js';
import type {
  WireProviderUnavailable,
  WireResult,
  WireVerification,
} from '../../../shared/wire/verification.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import { page } from '../../openapi/lists.js';
import { TEST_MODE } from '../../openapi/say-test-mode.js';
import {
  constant,
  DOC_URL,
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
} from '../../openapi/schemas.js';
import { byStatus } from './by-status.js';

export const OUTCOME: JsonSchema = oneOfWords(OUTCOMES, {
  description:
    '- `positive`, `negative`: what the check found; a bundle is negative if one of its parts is, and none was refused\n- `no_record`: nothing on record; charged like any result\n- `mixed`: a bundle whose parts differ otherwise\n- `rejected`: the provider refused the input; nothing is charged\n- `closed`: support released the credits; nothing is charged',
});

export const STATUS: JsonSchema = oneOfWords(STATUSES, {
  description:
    '- `pending`: not finished\n- `completed`: a result is there\n- `manual_review`: uncertain, and with support; neither a positive nor a negative result',
});

const LABEL = text(300, { description: 'The result in words for people.' });

/** The client's own name for a case. */
export const REFERENCE = text(100, {
  description: 'Your own name for the case, as submitted. Absent if you sent none, and after an erasure.',
  examples: ['Lease 17 / applicant 2'],
});

export const SUBMITTED_BY = nullable(
  text(254, {
    description:
      'The e-mail address of the user or the name of the API key that submitted it; null for requests of earlier releases.',
  }),
);

export const SUBMITTED_BY_NAME = nullable(
  text(200, { description: 'The current name of that user; null for an API key, and if none is known.' }),
);

/** The members of a result. */
export const RESULT: Properties<WireResult> = {
  label: LABEL,
  outcome: OUTCOME,
  provider_reference: nullable(
    text(2000, { description: 'The references of all parts, joined by commas; null when there is none.' }),
  ),
  hits: optional(
    integer(0, 1_000_000, { description: 'Number of hits of a screening; absent for other services.' }),
  ),
};

/** The members of a verification. */
export const VERIFICATION: Properties<WireVerification> = {
  request_id: id('verification', { description: 'Store it: it identifies the request everywhere.' }),
  mode: optional(TEST_MODE),
  status: STATUS,
  service_code: oneOfWords(SERVICE_CODES),
  reference: optional(REFERENCE),
  subject: text(200, {
    description: 'Masked: at most the last four characters are visible, and none after an erasure.',
  }),
  credits_reserved: integer(0, MAX_CREDITS, { description: 'Currently reserved; 0 once completed.' }),
  credits_charged: integer(0, MAX_CREDITS, { description: 'Charged; 0 until completed.' }),
  created_at: moment(),
  completed_at: optional(moment({ description: 'Only if `completed`.' })),
  erased_at: optional(
    moment({
      description:
        'Present once the personal data has been erased: ids, status, outcome and credits stay; subject, references and facts are gone.',
    }),
  ),
  result: optional(named('Result')),
  message: optional(text(1000, { description: 'If `manual_review`: what happened, in words.' })),
  next_action: optional(text(1000, { description: 'If `manual_review`: what to do, and what not to do.' })),
  idempotent_replay: optional(constant(true, { description: 'On a replay: the request already existed.' })),
};

const { message: _message, next_action: _nextAction, ...UNCERTAIN } = VERIFICATION;

/** The named schemas of verifications and their list. */
export const VERIFICATION_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Result: object<WireResult>(RESULT),
  ...byStatus('Verification', VERIFICATION),
  ProviderUnavailable: object<WireProviderUnavailable>(
    {
      ...UNCERTAIN,
      status: constant('provider_unavailable'),
      message: text(1000),
      next_action: text(1000),
      correlation_id: text(64),
      doc_url: DOC_URL,
    },
    {
      description:
        'The request exists and is under manual review, because it is uncertain whether the provider carried it out.',
    },
  ),
  HistoryEntry: object<WireHistoryEntry>({
    request_id: id('verification'),
    created_at: moment(),
    service_code: oneOfWords(SERVICE_CODES),
    service_label: text(100),
    reference: nullable(REFERENCE),
    purpose: text(500),
    submitted_by: SUBMITTED_BY,
    submitted_by_name: SUBMITTED_BY_NAME,
    subject: text(200, { description: 'Masked.' }),
    status: STATUS,
    credits_reserved: integer(0, MAX_CREDITS),
    credits_charged: integer(0, MAX_CREDITS),
    result: nullable(object<NonNullable<WireHistoryEntry['result']>>({ label: LABEL, outcome: OUTCOME })),
  }),
  HistoryPage: page<WireHistoryEntry>(named('HistoryEntry')),
  Followed: object<WireFollowed>(
    { request_id: id('verification'), status: STATUS, service_code: oneOfWords(SERVICE_CODES) },
    { description: 'The members of a verification that a developer can see.' },
  ),
  FollowedPage: page<WireFollowed>(named('Followed')),
};
