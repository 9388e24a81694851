/** A text with its escapes undone; `from` says where in the written text each unit began, and at last where it ends. */
interface Unescaped {
  text: string;
  from: number[];
}

/** A part of a text, and what is to stand there instead. */
export interface Replacement {
  start: number;
  end: number;
  by: string;
}

/** What an escape begins with: of an address, of a page, of a JSON text within another. */
const BEGINS_ESCAPE = /%[0-9a-f]{2}|&#?[a-z0-9]{2,8};|\\u[0-9a-f]{4}|\\[bfnrt]|<\/?[a-z]/i;
/** A tag of a page without attributes: `<em>`, as engines highlight what they found. Attributes are read as they are. */
const TAG = /<\/?[a-z][a-z0-9]{0,9} ?\/?>/iy;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/iy;
const CODE_UNIT = /\\(?:u([0-9a-f]{4})|[bfnrt])/iy;
/** One character in UTF-8, but for what only looks like one: an encoding that is too long, half a surrogate pair. */
const OCTETS =
  /%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}/iy;
/** Letters with a mark, as pages name them: `eacute`. */
const MARKED_LETTER = /^([a-z])(?:acute|caron|cedil|circ|grave|ring|slash|tilde|uml)$/i;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  mdash: '-',
  nbsp: ' ',
  ndash: '-',
  quot: '"',
  rsquo: "'",
  shy: '\u00ad',
  szlig: 'ß',
};
const LAST_CODE_POINT = 0x10ffff;

/** Replaces what `find` finds in a text as it is written, and then in the text that an address or a page means by it. */
export function replaceFound(text: string, find: (text: string) => readonly Replacement[]): string {
  const once = replace(text, find(text));
  if (!BEGINS_ESCAPE.test(once)) return once;
  const { text: meant, from } = unescapeText(once);
  const found = find(meant).map(({ start, end, by }) => ({
    start: from[start] ?? 0,
    end: from[end] ?? once.length,
    by,
  }));
  return replace(once, found);
}

/** The text as it is written and, where that is another, as an address or a page means it. */
export function readingsOf(text: string): string[] {
  return BEGINS_ESCAPE.test(text) ? [text, unescapeText(text).text] : [text];
}

function replace(text: string, found: readonly Replacement[]): string {
  let result = '';
  let end = 0;
  for (const { start, end: after, by } of found) {
    result += text.slice(end, start) + by;
    end = after;
  }
  return end === 0 ? text : result + text.slice(end);
}

/** Undoes the escapes of a text once. In time linear in the text. */
function unescapeText(text: string): Unescaped {
  const from: number[] = [];
  let meant = '';
  for (let index = 0; index < text.length; ) {
    const { character, length } = characterAt(text, index);
    for (let unit = 0; unit < character.length; unit += 1) from.push(index);
    meant += character;
    index += length;
  }
  from.push(text.length);
  return { text: meant, from };
}

function characterAt(text: string, index: number): { character: string; length: number } {
  const written = text.charAt(index);
  return UNDO[written]?.(text, index) ?? { character: written, length: 1 };
}

type Undo = (text: string, index: number) => { character: string; length: number } | undefined;

const UNDO: Readonly<Record<string, Undo>> = {
  '<': (text, index) => {
    const tag = matchAt(TAG, text, index)?.[0];
    return tag === undefined ? undefined : escapeOf(tag, ' ');
  },
  '%': undoOctets,
  '&': (text, index) => {
    const [all = '', decimal, hexadecimal, name] = matchAt(ENTITY, text, index) ?? [];
    if (name !== undefined) return escapeOf(all, NAMED[name.toLowerCase()] ?? MARKED_LETTER.exec(name)?.[1]);
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return escapeOf(all, code <= LAST_CODE_POINT ? String.fromCodePoint(code) : undefined);
  },
  '\\': (text, index) => {
    const [all, unit] = matchAt(CODE_UNIT, text, index) ?? [];
    if (all === undefined) return undefined;
    // The others are all white space.
    return escapeOf(all, unit === undefined ? ' ' : String.fromCharCode(Number.parseInt(unit, 16)));
  },
};

/** One character, each of whose octets is written by itself. */
function undoOctets(text: string, index: number): ReturnType<Undo> {
  const octets = matchAt(OCTETS, text, index)?.[0];
  if (octets === undefined) return undefined;
  try {
    return escapeOf(octets, decodeURIComponent(octets));
  } catch {
    return undefined;
  }
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

function escapeOf(written: string, character: string | undefined): ReturnType<Undo> {
  return character === undefined ? undefined : { character, length: written.length };
}
