import { isGarbled } from './garbled-name.js';
import { accept, type InputRule, type Judgement, refuse } from './rule.js';

const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 200;
const MIN_LETTERS = 2;

const WHITE_SPACE = /\p{White_Space}+/gu;
const LETTER = /\p{L}/gu;
// Category C: control, formatting, surrogate, private-use and unassigned code points. They hide in a name or change its
// direction. The two joiners are allowed, because Persian and Indic names need them.
const INVISIBLE = /(?![\u200C\u200D])\p{C}/u;

/** Name of a person or company in any script: single spaces between words, NFC, 2–200 characters (contract 4.5). */
export const cleanName: InputRule = (raw) => {
  const folded = raw.replace(WHITE_SPACE, ' ').trim();
  // Before normalising, which takes quadratic time on a run of combining marks.
  if ([...folded].length > MAX_CHARACTERS) return refuseLength();
  const name = folded.normalize('NFC');
  const characters = [...name].length;
  if (characters < MIN_CHARACTERS || characters > MAX_CHARACTERS) return refuseLength();
  if (INVISIBLE.test(name)) {
    return refuse('Remove control and invisible characters from the name, or type it by hand.');
  }
  if ((name.match(LETTER)?.length ?? 0) < MIN_LETTERS) {
    return refuse(`Enter a full name with at least ${MIN_LETTERS} letters, in any script.`);
  }
  return accept(name);
};

/**
 * A name that is submitted. One that was garbled on its way is on no list: a screening of it would be charged for, and
 * say that there is nothing. What was stored before is still found by it.
 */
export const cleanSubmittedName: InputRule = (raw, now) => {
  const name = cleanName(raw, now);
  // As it came: cleaning folds a non-breaking space, as which the second byte of some letters is read.
  return name.ok && isGarbled(raw.normalize()) ? refuseGarbled() : name;
};

function refuseGarbled(): Judgement {
  return refuse(
    'Check the letters with accents: the name was read in another character set than it was written in. Send it in UTF-8, or type it by hand.',
  );
}

function refuseLength(): Judgement {
  return refuse(`Enter a full name of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters.`);
}
