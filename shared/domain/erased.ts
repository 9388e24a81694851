/** Replaces the masked subject after an erasure: of constant length, so that it reveals nothing. */
export const ERASED_SUBJECT = '*'.repeat(8);

/** Replaces the result label after an erasure: reviewers write labels, and facts occur in them. */
export const ERASED_LABEL = 'Personal data erased';
