/** What an erasure or an export of nothing says, so that nobody takes it for done. */
export const NOTHING_FOUND =
  'Nothing was found: the client has nothing under this subject. Names are found in any case, with any spaces, dashes and apostrophes, but with their diacritics and the order of their words: ask for every other spelling too.';
