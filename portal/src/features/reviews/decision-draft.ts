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

/** What was written into the dialogs is shared by all of them; see below for the names. */
export const DECISION_DRAFTS = new TabMemory<DecisionDraft>((draft) =>
  Object.values(draft).some((typed) => typed.trim() !== ''),
);

/** The name of what is written into the dialogs under "Decision". */
export function dialogDraftOf(requestId: string): string {
  return requestId;
}

/** The name of what is written into "Decide and go on". */
export function quickDraftOf(requestId: string): string {
  return `${requestId} quick`;
}
