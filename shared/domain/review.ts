/** What a reviewer can decide (contract 6). */
export const DECISIONS = ['complete', 'release', 'requeue'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a note can give the reason of: a decision of one's own, or taking the word of a late answer. */
export const DECIDING_KINDS = ['late_answer', ...DECISIONS] as const;
export type DecidingKind = (typeof DECIDING_KINDS)[number];

/** What a written note is: just that, or the reason of a decision. */
export type NoteKind = 'note' | DecidingKind;

/** How long a taken case stays with its reviewer: enough to read it and to ask the provider, not a lunch break. */
export const TAKEN_FOR_MINUTES = 10;
