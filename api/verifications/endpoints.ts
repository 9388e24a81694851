import { OUTCOMES } from '../../shared/domain/outcome.js';
import { STATUSES } from '../../shared/domain/states.js';
import { SERVICE_CODES } from '../../shared/services/index.js';
import type { ApiDeps } from '../deps.js';
import { featureWith } from '../http/endpoint.js';
import { createRequestLimit } from '../limits/request-limit.js';
import { json } from '../openapi/describe.js';
import type { HeaderName } from '../openapi/headers.js';
import { PAGE_PARAMETERS, pageResponse, periodParameters } from '../openapi/lists.js';
import { named, oneOfWords, text } from '../openapi/schemas.js';
import { IDEMPOTENCY_KEY } from '../validation/idempotency-key.js';
import { listVerifications } from './history/list-verifications.js';
import { HISTORY_CSV } from './history/present-history.js';
import { searchVerifications } from './history/search-verifications.js';
import { CREATE_EXAMPLES, CREATE_SCHEMAS } from './openapi/create-schemas.js';
import { COMPLETED, HISTORY_EXAMPLE, IN_REVIEW, PENDING, REPLAY, UNCERTAIN } from './openapi/examples.js';
import { EXAMPLE_PREFLIGHT, PREFLIGHT_SCHEMAS } from './openapi/preflight.js';
import { REPORT_SCHEMAS } from './openapi/report-schemas.js';
import { SEARCH_SCHEMAS } from './openapi/search-schemas.js';
import { VERIFICATION_SCHEMAS } from './openapi/verification-schemas.js';
import { getReport } from './report/get-report.js';
import { FOLLOWING, PREFER, REPORT_ENDPOINTS } from './report/report-endpoints.js';
import { createVerification } from './submission/create-verification.js';
import { preflightVerification } from './submission/preflight.js';

const QUOTA: HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
const NEW: HeaderName[] = [...QUOTA, 'Location', 'Preference-Applied'];

/** What several handlers share. A preflight counts towards the same quota as a submission. */
const makeParts = (deps: ApiDeps) => ({
  ...deps,
  report: getReport(deps),
  requestLimit: createRequestLimit(deps),
});

/** Submitting, following and reading verifications: for client users, limited to their own client. */
export const verificationFeature = featureWith(makeParts, {
  tag: {
    name: 'Verifications',
    description: 'Submit a check, wait or poll for its result, and read its report.',
  },
  schemas: {
    ...PREFLIGHT_SCHEMAS,
    ...CREATE_SCHEMAS,
    ...SEARCH_SCHEMAS,
    ...VERIFICATION_SCHEMAS,
    ...REPORT_SCHEMAS,
  },
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/verifications',
      operationId: 'listVerifications',
      summary: 'List the history',
      description: `The client’s verifications, newest first. New ones do not shift the following pages.${FOLLOWING}`,
      access: { act: 'follow_reports' },
      query: {
        ...PAGE_PARAMETERS,
        status: { description: 'Only in this state.', schema: oneOfWords(STATUSES) },
        service_code: { description: 'Only for this service.', schema: oneOfWords(SERVICE_CODES) },
        outcome: { description: 'With this outcome only.', schema: oneOfWords(OUTCOMES) },
        ...periodParameters('Submitted'),
        subject: {
          deprecated: true,
          description:
            'Use `POST /api/v1/verifications/search` instead: an identity number does not belong in a URL. Only exactly this subject, in any spelling that a service accepts. The `cursor` contains it, so `Link` does not repeat it.',
          schema: text(200, { examples: ['0001010000071'] }),
        },
        reference: { description: 'With exactly this reference only.', schema: text(100) },
        submitted_by: {
          description:
            'Only from this submitter: the e-mail address or name of a user, the name of an API key, or an id.',
          schema: text(254),
        },
        idempotency_key: {
          description: 'The request with this key. Use it to find a request whose response was lost.',
          schema: IDEMPOTENCY_KEY,
        },
      },
      responses: {
        200: pageResponse(
          { anyOf: [named('HistoryPage'), named('FollowedPage')] },
          HISTORY_EXAMPLE,
          HISTORY_CSV,
          ['Deprecation'],
        ),
      },
      errorHeaders: { 422: ['Deprecation'] },
      handle: listVerifications,
    },
    {
      method: 'post',
      path: '/api/v1/verifications',
      operationId: 'createVerification',
      summary: 'Submit a check',
      description:
        'Reserves the credits and calls the provider at most once per key, whatever happens. The same key with the same request returns that request and costs nothing more; with a different request it is a 422. While a request is pending or under review, do not submit a new one: poll this one. Requests are checked in the order 401, 415, 413, 400, 422, 429, replay, 402, accepted.',
      access: { act: 'submit' },
      headers: {
        'Idempotency-Key': {
          description: 'One key per check, here or as `idempotency_key` in the body. Keys never expire.',
          schema: IDEMPOTENCY_KEY,
        },
        ...PREFER,
      },
      body: { schema: named('CreateVerificationRequest'), examples: CREATE_EXAMPLES },
      responses: {
        200: {
          description: 'A replay: the request already existed, and its current state is returned.',
          headers: [...NEW, 'Retry-After'],
          content: json(named('Verification'), { replay: REPLAY }),
        },
        201: {
          description: 'A new request that is already completed.',
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
            'Either `provider_unavailable`: the request exists and is under manual review, because the provider gave no usable answer. Keep the key, and do not submit the request again. Or `service_unavailable`: send the same request again with the same key, never with a new one; `stored` says whether it may have been stored.',
          headers: [...NEW, 'Retry-After'],
          content: json(named('ProviderUnavailable'), { provider_unavailable: UNCERTAIN }),
        },
      },
      errors: ['insufficient_credits', 'limit_reached', 'conflict', 'rate_limited'],
      // Whatever is judged after the quota carries it: the caller too, who may lose their rights meanwhile.
      errorHeaders: { 401: QUOTA, 402: QUOTA, 403: QUOTA, 409: QUOTA, 422: QUOTA },
      handle: createVerification,
    },
    {
      method: 'post',
      path: '/api/v1/verifications/search',
      operationId: 'searchVerifications',
      summary: 'Search the history',
      description:
        'The filters of the history as a body, so that no identity number appears in a URL, where logs would keep it. For the next page, send the same body with the `cursor`. Without a `limit`, `Accept: text/csv` returns everything that matches.',
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
      handle: searchVerifications,
    },
    {
      method: 'post',
      path: '/api/v1/verifications/preflight',
      operationId: 'preflightVerification',
      summary: 'Preview a check before paying for it',
      description:
        'Takes the same body as `POST /api/v1/verifications`, without a key, and returns what the check would cost, the health of its route, and whether the same check was requested before: still open, or completed within `duplicate_days`. Stores and reserves nothing and calls no provider; counts towards the rate limit.',
      access: { act: 'submit' },
      body: { schema: named('CreateVerificationRequest'), examples: CREATE_EXAMPLES },
      responses: {
        200: {
          description: 'The request would be accepted, as far as can be told now.',
          headers: QUOTA,
          content: json(named('Preflight'), { preflight: EXAMPLE_PREFLIGHT }),
        },
      },
      errors: ['rate_limited'],
      errorHeaders: { 503: QUOTA },
      handle: preflightVerification,
    },
    ...REPORT_ENDPOINTS,
  ],
});
