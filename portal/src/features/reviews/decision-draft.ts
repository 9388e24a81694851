import { TabMemory } from '../../lib/session/tab-memory.js';

/** A decision being written. It survives a refusal, a closed dialog and the end of the session. */
export interface DecisionDraft {
  /** Which of the usual decisions is chosen. */
  template: string;
  outcome: string;
  label: string;
  note: string;
  /** Where the provider says that it charges nothing. */
  document: string;
}

export const EMPTY_DECISION: DecisionDraft = {
  template: '',
  outcome: '',
  label: '',
  note: '',
  document: '',
};

/** By request id: what was written is shared by all the ways of deciding a case. */
export const DECISION_DRAFTS = new TabMemory<DecisionDraft>((draft) =>
  Object.values(draft).some((typed) => typed.trim() !== ''),
);

/** The name of what is written into "Decide and go on". */
export function quickDraftOf(requestId: string): string {
  return `${requestId} quick`;
}
