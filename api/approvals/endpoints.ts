import { APPROVAL_STATES, PROPOSAL_DAYS } from '../../shared/domain/approvals.js';
import { asStaff } from '../deps.js';
import { feature } from '../http/endpoint.js';
import { json, type OperationDescription } from '../openapi/describe.js';
import { EMPTY_BODY } from '../openapi/dto-schema.js';
import { PAGE_PARAMETERS, pageResponse } from '../openapi/lists.js';
import { id, named, oneOfWords } from '../openapi/schemas.js';
import { approve, decline } from './approve-or-decline.js';
import { getApproval } from './get-approval.js';
import { listApprovals } from './list-approvals.js';
import { APPROVALS_CSV } from './present-approval.js';
import { APPROVAL_SCHEMAS, EXAMPLE_APPROVAL } from './schemas.js';

const parameters = { id: { description: 'The `approval_id`.', schema: id('approval') } };

function decision(operationId: string, summary: string, description: string): OperationDescription {
  return {
    operationId,
    summary,
    description,
    access: { act: 'decide_approvals' },
    body: EMPTY_BODY,
    responses: {
      200: {
        description: 'The current state of the proposal.',
        content: json(named('Approval'), { done: EXAMPLE_APPROVAL }),
      },
    },
    errors: ['conflict'],
  };
}

/** What takes two people: proposed by a staff member, approved by another admin (contract 11). */
export const approvalFeature = feature({
  tag: {
    name: 'Approvals',
    description: `Write-offs, large credit moves and erasures: proposed by one person, approved by another (where \`TWO_PEOPLE\` is on) within ${PROPOSAL_DAYS} days. What nobody decides in that time expires, and whoever proposed it is notified by e-mail.`,
  },
  schemas: APPROVAL_SCHEMAS,
  endpoints: [
    {
      method: 'get',
      path: '/api/v1/admin/approvals',
      operationId: 'listApprovals',
      summary: 'List proposals',
      access: { act: 'read_approvals' },
      query: {
        ...PAGE_PARAMETERS,
        state: { description: 'In this state.', schema: oneOfWords(APPROVAL_STATES) },
        client_id: { description: 'Only for this client.', schema: id('client') },
      },
      responses: {
        200: pageResponse(
          named('ApprovalPage'),
          { data: [EXAMPLE_APPROVAL], next_cursor: null },
          APPROVALS_CSV,
        ),
      },
      handle: listApprovals,
    },
    {
      method: 'get',
      path: '/api/v1/admin/approvals/:id',
      inPath: parameters,
      operationId: 'getApproval',
      summary: 'Read a proposal',
      access: { act: 'read_approvals' },
      responses: {
        200: {
          description: 'The current state of the proposal.',
          content: json(named('Approval'), { done: EXAMPLE_APPROVAL }),
        },
      },
      handle: asStaff(getApproval),
    },
    {
      method: 'post',
      path: '/api/v1/admin/approvals/:id/approve',
      inPath: parameters,
      ...decision(
        'approve',
        'Approve a proposal',
        'The proposal is carried out immediately, in the name of the person who made it. If two people approve at the same time, only one approval counts. Nobody can approve their own proposal (409). A write-off that is merely too early (the case is taken, its worker may still send the call, Redis is unavailable, or the database was just replaced) is also a 409: the message says when to try again, and the proposal stays open.',
      ),
      stepUp: true,
      handle: asStaff(approve),
    },
    {
      method: 'post',
      path: '/api/v1/admin/approvals/:id/decline',
      inPath: parameters,
      ...decision('decline', 'Decline or withdraw a proposal', 'Nothing is carried out.'),
      handle: asStaff(decline),
    },
  ],
});
