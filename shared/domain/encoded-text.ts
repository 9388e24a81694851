/** Characters of base64, base64url and hexadecimal. */
const SIGNS = new Set([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-'].map(codeOf));
const PADDING = codeOf('=');
/** Anything shorter holds nothing worth hiding. */
const SHORTEST = 11;
/** Anything longer is a picture rather than text. */
const LONGEST = 8_192;
/** Words do not switch to capitals or digits midway: most texts need no closer look. */
const NO_WORD = /[a-z][A-Z]|[A-Za-z]\d|\d[A-Za-z]|^\d{22,}$/;
const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i;
/** Leading characters of a run that do not belong to the bytes that follow, as in `id_MDAw`. */
const BEGINNINGS = [0, 1, 2, 3] as const;

/**
 * Replaces every run of base64 or hexadecimal that encodes a text for which there is a replacement, since providers
 * build references from what they were asked. The whole run is replaced: the rest of it is unreadable anyway.
 */
export function replaceEncoded(text: string, replacementOf: (meant: string) => string | undefined): string {
  let result = '';
  let copied = 0;
  for (const { start, end } of runsOf(text)) {
    const by = replacementIn(text.slice(start, end), replacementOf);
    if (by === undefined) continue;
    result += text.slice(copied, start) + by;
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Finds runs of these characters. A regular expression would store every character of a long run for backtracking. */
function* runsOf(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = start;
    while (SIGNS.has(text.charCodeAt(end))) end += 1;
    const length = end - start;
    while (length > 0 && text.charCodeAt(end) === PADDING) end += 1;
    if (length >= SHORTEST && length <= LONGEST) yield { start, end };
  }
}

function replacementIn(
  run: string,
  replacementOf: (meant: string) => string | undefined,
): string | undefined {
  if (!NO_WORD.test(run)) return undefined;
  for (const meant of meaningsOf(run)) {
    const by = replacementOf(meant);
    if (by !== undefined) return by;
  }
  return undefined;
}

function meaningsOf(run: string): string[] {
  const inBase64 = run.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/');
  const texts = BEGINNINGS.map((begin) => utf8Of(octetsOf(inBase64.slice(begin))));
  return HEXADECIMAL.test(run) ? [...texts, utf8Of(run.replace(/../g, octetOf))] : texts;
}

/** Decodes base64 into octets, one per character; a single trailing base64 character is ignored. */
function octetsOf(base64: string): string {
  return atob(base64.length % 4 === 1 ? base64.slice(0, -1) : base64);
}

function octetOf(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

const DECODER = new TextDecoder();

/** Invalid UTF-8 becomes the replacement character, which matches nothing. */
function utf8Of(octets: string): string {
  const bytes = new Uint8Array(octets.length);
  for (let index = 0; index < octets.length; index += 1) bytes[index] = octets.charCodeAt(index);
  return DECODER.decode(bytes);
}

function codeOf(sign: string): number {
  return sign.charCodeAt(0);
}
