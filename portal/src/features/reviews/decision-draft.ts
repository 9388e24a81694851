import { TabMemory } from '../../lib/session/tab-memory.js';

/** A decision that is being written. A refusal, a closed dialog or the end of a session does not lose it. */
export interface DecisionDraft {
  outcome: string;
  label: string;
  note: string;
}

export const EMPTY_DECISION: DecisionDraft = { outcome: '', label: '', note: '' };

/** By request id: the ways to decide a case share what was written. */
export const DECISION_DRAFTS = new TabMemory<DecisionDraft>();
