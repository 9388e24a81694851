import type { WireApproval } from '../../../../shared/wire/approval.js';
import { formatCredits } from '../../lib/format.js';
import type { Tone } from '../../lib/ui/badge.js';

/** The name and colour of each state. */
export const STATE_WORDS: Readonly<Record<WireApproval['state'], { word: string; tone: Tone }>> = {
  open: { word: 'Open', tone: 'busy' },
  approved: { word: 'Approved', tone: 'good' },
  declined: { word: 'Declined', tone: 'plain' },
  failed: { word: 'Could not be done', tone: 'bad' },
};

/** What is proposed, in a sentence. */
export function proposalWords({ act, summary }: WireApproval): string {
  if (act === 'erasure') return `Erase what is held on ${summary.searched_for ?? 'a subject'}`;
  if (act === 'requeue') return 'Write off a call and send the case back to the provider';
  const amount = summary.amount ?? 0;
  return amount < 0 ? `Take ${formatCredits(-amount)}` : `Add ${formatCredits(amount)}`;
}

/** The proposer's reason. */
export function groundsOf({ summary: { note, reason, provider_document } }: WireApproval): string {
  return note ?? reason ?? provider_document ?? '';
}
