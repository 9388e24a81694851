/** The message of an erasure or export that found nothing, so that nobody takes it for done. */
export const NOTHING_FOUND =
  'Nothing was found for this subject. Names match in any case, with any spaces, dashes and apostrophes, but diacritics and word order must be the same: try other spellings too. What an earlier erasure has erased is not found any more either: the audit log names it (personal_data.erased).';
