import { foldOctets } from './fold-text.js';

/** By code, whether a character is one of base64, base64url or hexadecimal. */
const IS_SIGN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const PADDING = '='.charCodeAt(0);
/** Anything shorter holds nothing worth hiding. */
const MIN_RUN_LENGTH = 11;
/** Encoders that wrap lines do it after 64 characters (PEM), 76 (MIME) or more; nothing else writes such long words. */
const MIN_LINE_LENGTH = 60;
/** The end of a line, also as a JSON text within a text has it, and the indentation of the next. */
const LINE_BREAK = /[ \t]*(?:\r\n?|\n|\\r\\n|\\n)[ \t]*/y;
/** Words do not switch to capitals or digits midway: most texts need no closer look. */
const NO_WORD = /[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|\d{20}/;
const NO_HEXADECIMAL = /[^0-9a-f]+/i;
/** Leading characters of a run that do not belong to the bytes that follow, as in `id_MDAw`. */
const BEGINNINGS = { base64: [0, 1, 2, 3], hex: [0, 1] } as const;

/** What is looked for in encoded texts. */
export interface Sought {
  /** Whether it may be in a text of which this is the folded form: cheap, because a photograph is a text here too. */
  mayBeIn(folded: string): boolean;
  /** Its replacement, if it is in the text. */
  replacementOf(meant: string): string | undefined;
}

/** A run of these characters, with the line breaks inside it removed. */
interface Run {
  start: number;
  end: number;
  signs: string;
}

/**
 * Replaces every run of base64 or hexadecimal that encodes a text for which there is a replacement, since providers
 * build references from what they were asked. The whole run is replaced: the rest of it is unreadable anyway.
 */
export function replaceEncoded(text: string, sought: Sought): string {
  return replaceRuns(text, ({ signs }) => replacementIn(signs, sought));
}

/** Replaces every run of at least so many characters of base64 or hexadecimal, whatever it says, given its length. */
export function replaceLongRuns(text: string, least: number, by: (length: number) => string): string {
  return replaceRuns(text, ({ signs }) => (signs.length >= least ? by(signs.length) : undefined));
}

function replaceRuns(text: string, replacementOf: (run: Run) => string | undefined): string {
  let result = '';
  let copied = 0;
  for (const run of runsOf(text)) {
    const by = replacementOf(run);
    if (by === undefined) continue;
    result += text.slice(copied, run.start) + by;
    copied = run.end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Finds the runs. A regular expression would store every character of a long one for backtracking. */
function* runsOf(text: string): Generator<Run> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = endOfLine(text, start);
    let signs = text.slice(start, end);
    for (let next = nextLine(text, start, end); next !== undefined; next = nextLine(text, next, end)) {
      end = endOfLine(text, next);
      signs += text.slice(next, end);
    }
    while (signs !== '' && text.charCodeAt(end) === PADDING) end += 1;
    if (signs.length >= MIN_RUN_LENGTH) yield { start, end, signs };
  }
}

function isSign(text: string, index: number): boolean {
  return IS_SIGN[text.charCodeAt(index)] === 1;
}

function endOfLine(text: string, start: number): number {
  let end = start;
  while (isSign(text, end)) end += 1;
  return end;
}

/** Where the line after this one starts; undefined unless both are of one run. */
function nextLine(text: string, start: number, end: number): number | undefined {
  if (end - start < MIN_LINE_LENGTH) return undefined;
  LINE_BREAK.lastIndex = end;
  return LINE_BREAK.test(text) && isSign(text, LINE_BREAK.lastIndex) ? LINE_BREAK.lastIndex : undefined;
}

function replacementIn(signs: string, { mayBeIn, replacementOf }: Sought): string | undefined {
  if (!NO_WORD.test(signs)) return undefined;
  for (const octets of meaningsOf(signs)) {
    const by = mayBeIn(foldOctets(octets)) ? replacementOf(DECODER.decode(octets)) : undefined;
    if (by !== undefined) return by;
  }
  return undefined;
}

/** What a run may say; a last sign that is not enough for an octet is left out. */
function* meaningsOf(signs: string): Generator<Uint8Array> {
  for (const begin of BEGINNINGS.base64) yield Buffer.from(signs.slice(begin), 'base64');
  for (const digits of signs.split(NO_HEXADECIMAL)) {
    if (digits.length < MIN_RUN_LENGTH) continue;
    for (const begin of BEGINNINGS.hex) yield Buffer.from(digits.slice(begin), 'hex');
  }
}

/** Invalid UTF-8 becomes the replacement character, which matches nothing. */
const DECODER = new TextDecoder();
