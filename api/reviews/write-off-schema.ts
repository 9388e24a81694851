import { APPROVAL_FAILURES, APPROVAL_STATES } from '../../shared/domain/approvals.js';
import type { WireWriteOffProposal } from '../../shared/wire/review.js';
import { boolean, id, moment, named, nullable, object, oneOfWords, text } from '../openapi/schemas.js';

const STAFF = named('StaffMember');

/** A write-off as its case shows it. */
export const WRITE_OFF = object<WireWriteOffProposal>({
  approval_id: id('approval'),
  state: oneOfWords(APPROVAL_STATES),
  proposed_by: nullable(STAFF),
  proposed_at: moment(),
  provider_document: nullable(text(500)),
  note: nullable(text(2_000, { description: 'With the subject masked; null once it is decided.' })),
  outdated: boolean({
    description:
      'Open, but approving it would do nothing: since it was proposed, another call has become known, one has been answered, or the case has been decided.',
  }),
  decided_by: nullable(STAFF),
  decided_at: nullable(moment()),
  failure: nullable(
    oneOfWords(Object.keys(APPROVAL_FAILURES), {
      description: 'Why it was not carried out although it was approved, as in `Approval`.',
    }),
  ),
});
