/** What stands in place of the masked subject after an erasure: always as long, so that it tells nothing at all. */
export const ERASED_SUBJECT = '*'.repeat(8);

/** What stands in place of the result language after an erasure: reviewers write labels, and facts stand in them. */
export const ERASED_LABEL = 'Personal data erased';
