import type { FeatureDescription } from '../openapi/describe.js';
import { id } from '../openapi/schemas.js';
import { CREATE_SCHEMAS } from './openapi/create-schemas.js';
import {
  createOperation,
  listOperation,
  pdfOperation,
  photoOperation,
  reportOperation,
  searchOperation,
} from './openapi/operations.js';
import { PREFLIGHT_SCHEMAS, preflightOperation } from './openapi/preflight.js';
import { REPORT_SCHEMAS } from './openapi/report-schemas.js';
import { SEARCH_SCHEMAS } from './openapi/search-schemas.js';
import { VERIFICATION_SCHEMAS } from './openapi/verification-schemas.js';

const parameters = {
  id: { description: 'The `request_id`.', schema: id('verification') },
};

/** Describes submitting, following and reading verifications. */
export const verificationDescription: FeatureDescription = {
  tag: {
    name: 'Verifications',
    description: 'Submit a check, wait for it or come back for it, and read its report.',
  },
  schemas: {
    ...PREFLIGHT_SCHEMAS,
    ...CREATE_SCHEMAS,
    ...SEARCH_SCHEMAS,
    ...VERIFICATION_SCHEMAS,
    ...REPORT_SCHEMAS,
  },
  paths: {
    '/api/v1/verifications': { operations: { get: listOperation, post: createOperation } },
    '/api/v1/verifications/search': { operations: { post: searchOperation } },
    '/api/v1/verifications/preflight': { operations: { post: preflightOperation } },
    '/api/v1/verifications/:id': { parameters, operations: { get: reportOperation } },
    '/api/v1/verifications/:id/report.pdf': { parameters, operations: { get: pdfOperation } },
    '/api/v1/verifications/:id/photo': { parameters, operations: { get: photoOperation } },
  },
};
