import { PROPOSED } from '../approvals/schemas.js';
import { asStaff } from '../deps.js';
import { feature } from '../http/endpoint.js';
import { json } from '../openapi/describe.js';
import { bodySchema } from '../openapi/dto-schema.js';
import { exampleId, id, named } from '../openapi/schemas.js';
import { REPORT_EXAMPLE } from '../verifications/openapi/examples.js';
import { countSubject } from './count-subject.js';
import { eraseSubject } from './erase-subject.js';
import { exportSubject } from './export-subject.js';
import { EraseSubjectBody, ExportSubjectBody } from './requests.js';
import { PERSONAL_DATA_SCHEMAS } from './schemas.js';

const parameters = { id: { description: 'The `client_id`.', schema: id('client') } };

const SUBJECT = {
  description:
    'The complete subject, in any spelling that a service accepts; a name also in any case, with any spaces, dashes and apostrophes. Never in a URL, where logs would keep it.',
  examples: ['0001010000071'],
};
const REASON = {
  description: 'Kept in the audit log permanently: no identity numbers, and not the subject itself.',
  examples: ['Request of the person, ticket 4711'],
};
const EXAMPLE = { subject: '0001010000071', reason: 'Request of the person, ticket 4711' };

/** The rights of a person whom a client has checked (docs/personal-data.md): for admins only, and audited. */
export const personalDataFeature = feature({
  tag: {
    name: 'Personal data',
    description:
      'For admins: what a person whom a client has checked may ask for. Every use is in the audit log.',
  },
  schemas: PERSONAL_DATA_SCHEMAS,
  endpoints: [
    {
      method: 'post',
      path: '/api/v1/admin/clients/:id/personal-data/erasures',
      inPath: parameters,
      belowClient: true,
      operationId: 'eraseSubject',
      summary: 'Erase the data a client holds on a subject',
      description:
        'Settled verifications are erased immediately and permanently: ids, status, outcome, credits, purpose and consent stay, the rest is destroyed. Those still open are listed in `waiting`, and are erased automatically within a minute of being settled. Batch rows that are waiting to be submitted are erased immediately, and counted in `batch_rows`. Verifications submitted later are not affected.',
      access: { act: 'erase_personal_data' },
      stepUp: true,
      body: {
        schema: bodySchema(EraseSubjectBody, { subject: SUBJECT, reason: REASON }),
        examples: { erasure: EXAMPLE },
      },
      responses: {
        200: {
          description:
            'Done. If the client holds nothing on the subject, both lists are empty, `batch_rows` is 0 and `message` says so.',
          content: json(named('Erasure'), {
            erasure: {
              erasure_id: exampleId('erasure'),
              erased: [exampleId('verification')],
              waiting: [],
              batch_rows: 0,
              searched_for: '*********0071',
            },
          }),
        },
        202: PROPOSED,
      },
      handle: asStaff(eraseSubject),
    },
    {
      method: 'post',
      path: '/api/v1/admin/clients/:id/personal-data/counts',
      inPath: parameters,
      belowClient: true,
      operationId: 'countSubject',
      summary: 'Preview the erasure of a subject',
      description:
        'Counts what an erasure would find. An erasure cannot be undone, so check first that it concerns the right subject.',
      access: { act: 'erase_personal_data' },
      stepUp: true,
      body: {
        schema: bodySchema(EraseSubjectBody, { subject: SUBJECT, reason: REASON }),
        examples: { count: EXAMPLE },
      },
      responses: {
        200: {
          description: 'Current figures. Nothing was changed.',
          content: json(named('SubjectCount'), {
            count: {
              settled: 3,
              open: 1,
              batch_rows: 0,
              approval_required: true,
              searched_for: '*********0071',
            },
          }),
        },
      },
      handle: asStaff(countSubject),
    },
    {
      method: 'post',
      path: '/api/v1/admin/clients/:id/personal-data/exports',
      inPath: parameters,
      belowClient: true,
      operationId: 'exportSubject',
      summary: 'Export everything that a client holds on a subject',
      description:
        'One JSON document with the decrypted reports, photographs, notes, provider calls, ledger lines and actions, and the batch rows that are waiting to be submitted. Erased data is not included. If the response breaks off, the JSON is incomplete.',
      access: { act: 'export_personal_data' },
      stepUp: true,
      body: {
        schema: bodySchema(ExportSubjectBody, {
          subject: SUBJECT,
          reason: REASON,
          include_answers: {
            description:
              'Include the provider’s answers unmodified. They may contain data on other people: review them before passing them on.',
          },
        }),
        examples: { export: EXAMPLE, with_answers: { ...EXAMPLE, include_answers: true } },
      },
      responses: {
        200: {
          description: 'Everything, oldest first.',
          headers: ['Content-Disposition'],
          content: json(named('SubjectExport'), {
            export: {
              client_id: exampleId('client'),
              exported_at: '2026-09-02T08:00:00.123Z',
              subject: '0001010000071',
              found: 1,
              batch_rows: [],
              verifications: [
                {
                  ...REPORT_EXAMPLE,
                  subject: '0001010000071',
                  parameters: {},
                  photo: null,
                  provider_calls: [],
                  review_notes: [],
                  wallet_entries: [],
                  audit_log: [],
                },
              ],
            },
          }),
        },
      },
      handle: asStaff(exportSubject),
    },
  ],
});
