/** The decisions a reviewer can make (contract 6). */
export const DECISIONS = ['complete', 'release', 'requeue'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What a note can give the reason for: the reviewer's own decision, or applying a late answer. */
export const DECIDING_KINDS = ['late_answer', ...DECISIONS] as const;
export type DecidingKind = (typeof DECIDING_KINDS)[number];

/** The kind of a note: a plain note, or the reason for a decision. */
export type NoteKind = 'note' | DecidingKind;

/**
 * How long a taken case stays with its reviewer: long enough to read it and ask the provider, not for a lunch break.
 */
export const TAKEN_FOR_MINUTES = 10;
