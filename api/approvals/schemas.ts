import {
  APPROVAL_ACTS,
  APPROVAL_FAILURES,
  APPROVAL_STATES,
  type ApprovalSummary,
  PROPOSAL_DAYS,
} from '../../shared/domain/approvals.js';
import { MAX_CREDITS } from '../../shared/domain/ledger.js';
import type { WireApproval } from '../../shared/wire/approval.js';
import { json } from '../openapi/describe.js';
import { page } from '../openapi/lists.js';
import {
  exampleId,
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
} from '../openapi/schemas.js';

export const EXAMPLE_APPROVAL: WireApproval = {
  approval_id: exampleId('approval'),
  act: 'credits',
  state: 'open',
  client_id: exampleId('client'),
  client_name: 'Example Client',
  request_id: null,
  summary: { amount: 50_000, note: 'Order 4711' },
  proposed_by: exampleId('user'),
  proposed_by_email: 'admin@example.test',
  proposed_by_name: 'An Admin',
  proposed_at: '2026-09-01T08:00:00.123Z',
  expires_at: '2026-09-15T08:00:00.123Z',
  decided_by: null,
  decided_by_email: null,
  decided_by_name: null,
  decided_at: null,
  failure: null,
};

const SUMMARY: Properties<ApprovalSummary> = {
  amount: optional(
    integer(-MAX_CREDITS, MAX_CREDITS, {
      description: 'For a credit movement; a negative amount takes credits.',
    }),
  ),
  note: optional(text(500, { description: 'For a credit movement.' })),
  reason: optional(text(500, { description: 'For an erasure.' })),
  searched_for: optional(
    text(200, {
      description:
        'The person whose data the erasure destroys, masked; only for those who decide, and absent once it is decided or has expired.',
    }),
  ),
  provider_document: optional(
    text(500, {
      description: 'For a write-off: the document in which the provider confirms that it charges nothing.',
    }),
  ),
};

/** The answer to an act that takes two people, if TWO_PEOPLE is on. */
export const PROPOSED = {
  description: 'Proposed; another person has to approve it. Nothing has been done yet.',
  content: json(named('Approval'), { proposed: EXAMPLE_APPROVAL }),
};

/** The named schemas of proposals. */
export const APPROVAL_SCHEMAS = {
  Approval: object<WireApproval>({
    approval_id: id('approval'),
    act: oneOfWords(APPROVAL_ACTS),
    state: oneOfWords(APPROVAL_STATES, {
      description:
        '`failed`: it was approved, but could no longer be carried out; see `failure`. `expired`: nobody decided it in time, and nothing was carried out.',
    }),
    client_id: id('client'),
    client_name: text(200, { description: 'The current name of the client.' }),
    request_id: nullable(id('verification', { description: 'The verification to requeue.' })),
    summary: object<ApprovalSummary>(SUMMARY, {
      description: 'What is proposed, without personal data; only the members that apply to the action.',
    }),
    proposed_by: id('user'),
    proposed_by_email: text(254),
    proposed_by_name: nullable(text(200, { description: 'Current name; null if none is known.' })),
    proposed_at: moment(),
    expires_at: moment({
      description: `Until when it can be decided: ${PROPOSAL_DAYS} days after it was proposed.`,
    }),
    decided_by: nullable(id('user')),
    decided_by_email: nullable(text(254)),
    decided_by_name: nullable(text(200, { description: 'Current name; null if none is known.' })),
    decided_at: nullable(moment()),
    failure: nullable(
      oneOfWords(Object.keys(APPROVAL_FAILURES), {
        description: `Why an approved action could not be carried out:\n\n${Object.entries(APPROVAL_FAILURES)
          .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
          .join('\n')}`,
      }),
    ),
  }),
  ApprovalPage: page<WireApproval>(named('Approval')),
};
