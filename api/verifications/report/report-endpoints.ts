import type { ApiDeps } from '../../deps.js';
import type { Endpoint } from '../../http/endpoint.js';
import { json, type Parameters } from '../../openapi/describe.js';
import type { HeaderName } from '../../openapi/headers.js';
import { file, id, named, text } from '../../openapi/schemas.js';
import { REPORT_EXAMPLE } from '../openapi/examples.js';
import { getPhoto } from './get-photo.js';
import type { getReport } from './get-report.js';

const parameters = {
  id: { description: 'The `request_id`.', schema: id('verification') },
};

/** All that a developer is shown of either. */
export const FOLLOWING = ' For a `developer` it holds id, status and service only.';

/** For an endpoint that can wait. */
export const PREFER: Parameters = {
  Prefer: {
    description:
      '`wait=N`: number of seconds to wait for the result, up to 30; `respond-async`: do not wait (RFC 7240).',
    schema: text(200, { examples: ['wait=10', 'respond-async'] }),
  },
};
const IF_NONE_MATCH: Parameters = {
  'If-None-Match': {
    description: 'The `ETag` of the version you have: 304 if it is still current.',
    schema: text(500, { examples: ['"ver_01h2xcejqtf2nbrexx3vqjhp41.2.Vd3GKq0b"'] }),
  },
};

const REPORT_HEADERS: HeaderName[] = ['ETag', 'Preference-Applied', 'Retry-After'];
const UNCHANGED = { description: 'Unchanged since `If-None-Match`.', headers: REPORT_HEADERS };
const PDF = { 'application/pdf': { schema: file('application/pdf') } };

/** Following and reading one verification. */
export const REPORT_ENDPOINTS: readonly Endpoint<ApiDeps & { report: ReturnType<typeof getReport> }>[] = [
  {
    method: 'get',
    path: '/api/v1/verifications/:id',
    inPath: parameters,

    operationId: 'getVerification',
    summary: 'Read the report',
    description: `Everything about one verification; while it is under review, \`checks\` shows which parts are done. With \`Prefer: wait=N\` the response is sent as soon as it is no longer pending. \`Accept: application/pdf\` returns the same as a document.${FOLLOWING}`,
    access: { act: 'follow_reports' },
    headers: { ...PREFER, ...IF_NONE_MATCH },
    responses: {
      200: {
        description: 'The current report.',
        headers: [...REPORT_HEADERS, 'Vary', 'Content-Disposition'],
        content: {
          ...json({ anyOf: [named('Report'), named('Followed')] }, { report: REPORT_EXAMPLE }),
          ...PDF,
        },
      },
      304: { ...UNCHANGED, headers: [...REPORT_HEADERS, 'Vary'] },
    },
    errors: ['rate_limited'],
    handle: ({ report }) => report.negotiated,
  },
  {
    method: 'get',
    path: '/api/v1/verifications/:id/report.pdf',
    inPath: parameters,

    operationId: 'getVerificationPdf',
    summary: 'Read the report as a document',
    description:
      'The human-readable content of the JSON report, with the confidentiality notice on every page and the photograph of an identity check. The same version always yields the same file. Latin, Greek, Cyrillic, Armenian and Georgian letters are shown as they are; characters missing from its fonts, and scripts that run from right to left, are shown as code points.',
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
    handle: ({ report }) => report.pdf,
  },
  {
    method: 'get',
    path: '/api/v1/verifications/:id/photo',
    inPath: parameters,

    operationId: 'getVerificationPhoto',
    summary: 'Read the ID photograph',
    description:
      'Available for an identity check whose answer contained one; otherwise a 404, with the `request_id` if the verification is the client’s own. Caches must not store it.',
    access: { act: 'read_reports' },
    responses: {
      200: { description: 'The picture.', content: { 'image/jpeg': { schema: file('image/jpeg') } } },
    },
    handle: getPhoto,
  },
];
