import { OUTCOMES } from '../../../shared/domain/outcome.js';
import { STATUSES } from '../../../shared/domain/states.js';
import { SERVICE_CODES } from '../../../shared/services/index.js';
import { json, type OperationDescription, type Parameters } from '../../openapi/describe.js';
import type { HeaderName } from '../../openapi/headers.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../../openapi/lists.js';
import { file, named, oneOfWords, text } from '../../openapi/schemas.js';
import { IDEMPOTENCY_KEY } from '../../validation/idempotency-key.js';
import { HISTORY_CSV } from '../present-history.js';
import { CREATE_EXAMPLES } from './create-schemas.js';
import {
  COMPLETED,
  HISTORY_EXAMPLE,
  IN_REVIEW,
  PENDING,
  REPLAY,
  REPORT_EXAMPLE,
  UNCERTAIN,
} from './examples.js';

/** All that a developer gets of either. */
const FOLLOWING = ' For a `developer` it holds id, status and service only.';

const PREFER: Parameters = {
  Prefer: {
    description:
      '`wait=N`: how many seconds to wait for the result, at most 30; `respond-async`: do not wait (RFC 7240).',
    schema: text(200, { examples: ['wait=10', 'respond-async'] }),
  },
};
const IF_NONE_MATCH: Parameters = {
  'If-None-Match': {
    description: 'The `ETag` of the version at hand: 304 while it is still the newest.',
    schema: text(500, { examples: ['"ver_01h2xcejqtf2nbrexx3vqjhp41.2"'] }),
  },
};

const QUOTA: HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
const NEW: HeaderName[] = [...QUOTA, 'Location', 'Preference-Applied'];

export const createOperation: OperationDescription = {
  operationId: 'createVerification',
  summary: 'Submit a check',
  description:
    'Reserves the credits and asks the provider at most once per key, whatever happens. The same key with the same request answers with that request and costs nothing more; with another request it is a 422. While a request is pending or under review, do not make a new one: ask for this one again. The order of judgement is 401, 415, 413, 400, 422, 429, replay, 402, accepted.',
  access: { act: 'submit' },
  headers: {
    'Idempotency-Key': {
      description: 'One key per lookup, here or as `idempotency_key` in the body. Keys never expire.',
      schema: IDEMPOTENCY_KEY,
    },
    ...PREFER,
  },
  body: { schema: named('CreateVerificationRequest'), examples: CREATE_EXAMPLES },
  responses: {
    200: {
      description: 'A replay: the request stood already, and is answered as it is now.',
      headers: [...NEW, 'Retry-After'],
      content: json(named('Verification'), { replay: REPLAY }),
    },
    201: {
      description: 'A new request that is completed already.',
      headers: NEW,
      content: json(named('Verification'), { completed: COMPLETED }),
    },
    202: {
      description: 'A new request that is pending, or under manual review because the answer is unclear.',
      headers: [...NEW, 'Retry-After'],
      content: json(named('Verification'), { pending: PENDING, manual_review: IN_REVIEW }),
    },
    503: {
      description:
        'Either `provider_unavailable`: the request stands and is under manual review, because the provider gave no usable answer: keep the key, and do not submit it again. Or `service_unavailable`: send the same request again under the same key, never under a new one; `stored` says whether it may have been stored.',
      headers: [...NEW, 'Retry-After'],
      content: json(named('ProviderUnavailable'), { provider_unavailable: UNCERTAIN }),
    },
  },
  errors: ['insufficient_credits', 'limit_reached', 'conflict', 'rate_limited'],
};

export const listOperation: OperationDescription = {
  operationId: 'listVerifications',
  summary: 'List the history',
  description: `The client’s verifications, newest first. New ones do not move the pages after the first.${FOLLOWING}`,
  access: { act: 'follow_reports' },
  query: {
    ...PAGE_PARAMETERS,
    status: { description: 'In this state only.', schema: oneOfWords(STATUSES) },
    service_code: { description: 'Of this service only.', schema: oneOfWords(SERVICE_CODES) },
    outcome: { description: 'With this outcome only.', schema: oneOfWords(OUTCOMES) },
    ...periodParameters('Submitted'),
    subject: {
      deprecated: true,
      description:
        'Use `POST /api/v1/verifications/search`: an identity number does not belong in an address. Of exactly this subject only, in any spelling that a service accepts. A `cursor` keeps it by itself, so `Link` does not repeat it.',
      schema: text(200, { examples: ['0001010000071'] }),
    },
    reference: { description: 'With exactly this reference only.', schema: text(100) },
    submitted_by: {
      description: 'Of this submitter only: the e-mail address of a user, the name of an API key, or an id.',
      schema: text(254),
    },
    idempotency_key: {
      description: 'The one with this key: how to find a request whose answer was lost.',
      schema: IDEMPOTENCY_KEY,
    },
  },
  responses: {
    200: pageResponse({ anyOf: [named('HistoryPage'), named('FollowedPage')] }, HISTORY_EXAMPLE, HISTORY_CSV),
  },
};

export const searchOperation: OperationDescription = {
  operationId: 'searchVerifications',
  summary: 'Search the history',
  description:
    'The filters of the history as a body, so that no identity number stands in an address, where logs keep it. For the next page send the same body with the `cursor`. Without a `limit`, `Accept: text/csv` gives everything that matches.',
  access: { act: 'read_reports' },
  body: {
    schema: named('SearchVerificationsRequest'),
    examples: {
      subject: { subject: '0001010000071' },
      last_characters: { subject_last4: '0071', status: 'completed' },
    },
  },
  responses: {
    200: pageResponse(named('HistoryPage'), HISTORY_EXAMPLE, HISTORY_CSV),
  },
};

const REPORT_HEADERS: HeaderName[] = ['ETag', 'Preference-Applied', 'Retry-After'];
const UNCHANGED = { description: 'Unchanged since `If-None-Match`.', headers: REPORT_HEADERS };
const PDF = { 'application/pdf': { schema: file('application/pdf') } };

export const reportOperation: OperationDescription = {
  operationId: 'getVerification',
  summary: 'Read the report',
  description: `Everything about one verification; under review, \`checks\` shows which parts are done. \`Prefer: wait=N\` answers as soon as it is no longer pending. \`Accept: application/pdf\` gives the same as a document.${FOLLOWING}`,
  access: { act: 'follow_reports' },
  headers: { ...PREFER, ...IF_NONE_MATCH },
  responses: {
    200: {
      description: 'The report as it is now.',
      headers: [...REPORT_HEADERS, 'Vary', 'Content-Disposition'],
      content: {
        ...json({ anyOf: [named('Report'), named('Followed')] }, { report: REPORT_EXAMPLE }),
        ...PDF,
      },
    },
    304: { ...UNCHANGED, headers: [...REPORT_HEADERS, 'Vary'] },
  },
  errors: ['rate_limited'],
};

export const pdfOperation: OperationDescription = {
  operationId: 'getVerificationPdf',
  summary: 'Read the report as a document',
  description:
    'The facts of the JSON report, the confidentiality notice on every page, and the photograph of an identity check. The same version is always the same file. Latin, Greek, Cyrillic, Armenian and Georgian letters are shown as they are; characters that its fonts lack, and scripts that run from right to left, are named by their code points.',
  access: { act: 'read_reports' },
  headers: { ...PREFER, ...IF_NONE_MATCH },
  responses: {
    200: {
      description: 'The document.',
      headers: [...REPORT_HEADERS, 'Content-Disposition'],
      content: PDF,
    },
    304: UNCHANGED,
  },
  errors: ['rate_limited'],
};

export const photoOperation: OperationDescription = {
  operationId: 'getVerificationPhoto',
  summary: 'Read the ID photograph',
  description:
    'Of an identity check whose answer had one; otherwise a 404, with the `request_id` when the verification is the client’s own. Never to be stored by caches.',
  access: { act: 'read_reports' },
  responses: {
    200: { description: 'The picture.', content: { 'image/jpeg': { schema: file('image/jpeg') } } },
  },
};
