import type { ApprovalFailure } from '../../../../shared/domain/approvals.js';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import { formatCredits, humanise } from '../../lib/format.js';
import type { Tone } from '../../lib/ui/badge.js';

/** The name and colour of each state. */
export const STATE_WORDS: Readonly<Record<WireApproval['state'], { word: string; tone: Tone }>> = {
  open: { word: 'Open', tone: 'busy' },
  approved: { word: 'Approved', tone: 'good' },
  declined: { word: 'Declined', tone: 'plain' },
  failed: { word: 'Could not be done', tone: 'bad' },
  expired: { word: 'Expired', tone: 'plain' },
};

/** The name and colour of what has become of a proposal: whoever made it has not declined but withdrawn it. */
export function stateOf({ state, proposed_by, decided_by }: WireApproval): { word: string; tone: Tone } {
  const withdrawn = state === 'declined' && decided_by === proposed_by;
  if (withdrawn) return { ...STATE_WORDS.declined, word: 'Withdrawn' };
  // A later release may have a state that this page does not know.
  return Object.hasOwn(STATE_WORDS, state) ? STATE_WORDS[state] : { word: humanise(state), tone: 'plain' };
}

/** What is proposed, in a sentence. */
export function proposalWords({ act, summary }: WireApproval): string {
  if (act === 'erasure') return `Erase what is held on ${summary.searched_for ?? 'a subject'}`;
  if (act === 'requeue') return 'Write off a call and send the case back to the provider';
  const amount = summary.amount ?? 0;
  return amount < 0 ? `Take ${formatCredits(-amount)}` : `Add ${formatCredits(amount)}`;
}

/** Why an approved act could not be carried out. */
export const FAILURE_WORDS: Readonly<Record<ApprovalFailure, string>> = {
  proposer_not_allowed: 'Whoever proposed it may no longer do so.',
  unknown_client: 'The client does not exist any more.',
  key_reused: 'Its key has since been used for another credit movement.',
  wallet_full: 'The wallet would hold more credits than it can.',
  insufficient: 'The client no longer has that many credits available.',
  unknown: 'The case does not exist any more.',
  not_in_review: 'The case is no longer in review.',
  taken: 'A colleague was working on the case.',
  calls_changed:
    'A call became known, or was answered, after the provider had confirmed that it charges nothing.',
  may_still_be_sent: 'A worker that had been given up could still have sent the call.',
  unknown_history: 'The database had just been replaced, and nobody knew yet what had been called.',
  no_witness: 'Redis, which has to withdraw the call first, could not be reached.',
};

/** The reason why an approved act could not be carried out, in words; a code of a newer API as it is. */
export function failureWords(failure: string): string {
  return Object.hasOwn(FAILURE_WORDS, failure)
    ? FAILURE_WORDS[failure as ApprovalFailure]
    : humanise(failure);
}

/** The proposer's reason. */
export function groundsOf({ summary: { note, reason, provider_document } }: WireApproval): string {
  return note ?? reason ?? provider_document ?? '';
}
