import { type FoldedCharacter, foldCharacter } from './fold-text.js';
import { isIdentityNumber } from './input-types/identity-number.js';
import { mapTexts } from './map-texts.js';
import { maskSubject } from './mask.js';
import { readingsOf, replaceFound } from './unescape-text.js';

/**
 * How readily digits are taken for someone's identity number; each level includes the previous one:
 * - `unbroken`: thirteen consecutive digits, for keys: a random UUID must never be taken for one;
 * - `whole`: thirteen digits with any separators between them, for texts people write and read;
 * - `shortened`: also without leading zeros, as registers write numbers, unbroken or in groups of three;
 * - `anywhere`: also inside a longer run of digits, for what nobody may see unasked.
 */
export type Suspicion = 'unbroken' | 'whole' | 'shortened' | 'anywhere';

/** Where an identity number is in a text; `digits` has its leading zeros, or all of a run that holds several. */
interface Found {
  start: number;
  end: number;
  digits: string;
}

/** Consecutive digits. */
type Group = Found;

const ID_DIGITS = 13;
/** An identity number of someone born in 2000, such as 0001010000071, keeps ten digits without its leading zeros. */
const FEWEST_DIGITS = 10;
/** So many in a row. */
const MANY_DIGITS = /\d{10}/;
const ZERO = 48;
const NINE = 57;
const LAST_ASCII = 127;
/** The mask character: what is already masked is not part of a number. */
const MASK = 42;

/** Whether a text holds a valid South African identity number, escaped ones included. Linear in the text. */
export function hasIdentityNumber(text: string, suspicion: Suspicion): boolean {
  return readingsOf(text).some((reading) => findIdentityNumbers(reading, suspicion).length > 0);
}

/**
 * Returns a deep copy of JSON data with every valid South African identity number masked like a subject, whoever it
 * belongs to: in strings, in whole numbers (which become strings) and in object keys. `suspicionOf` gives the level for
 * the field of each text. Linear in the data; recurses as deep as the data.
 */
export function maskIdentityNumbers<T>(value: T, suspicionOf: (key: string | undefined) => Suspicion): T {
  return mapTexts(value, (text, key) => {
    const suspicion = suspicionOf(key);
    return replaceFound(text, {
      find: (written) =>
        findIdentityNumbers(written, suspicion).map(({ digits, ...range }) => ({
          ...range,
          by: maskSubject(digits),
        })),
      mayBeIn: (folded) => MANY_DIGITS.test(folded),
    });
  }) as T;
}

function findIdentityNumbers(text: string, suspicion: Suspicion): Found[] {
  if (!mayHold(text)) return [];
  return chainsOf(text).flatMap((groups) => judgeChain(groups, suspicion));
}

/** A quick check: most texts have too few digits to need a closer look. */
function mayHold(text: string): boolean {
  let digits = 0;
  for (let index = 0; index < text.length && digits < FEWEST_DIGITS; index += 1) {
    const code = text.charCodeAt(index);
    // Digits of other scripts are identified later.
    if ((code >= ZERO && code <= NINE) || code > LAST_ASCII) digits += 1;
  }
  return digits >= FEWEST_DIGITS;
}

/**
 * The groups of digits in a text, chained while neither a letter nor an asterisk separates them; chains with too few
 * digits are left out.
 */
function chainsOf(text: string): Group[][] {
  const chains: Group[][] = [];
  const chain: Group[] = [];
  let group: Group | undefined;
  for (let index = 0; index < text.length; ) {
    const start = index;
    const code = text.charCodeAt(index);
    const codePoint = code <= LAST_ASCII ? code : (text.codePointAt(index) ?? code);
    const { kind, folded } = characterOf(codePoint);
    if (kind === 'digit') {
      index = code <= LAST_ASCII ? endOfRow(text, index) : index + (codePoint > 0xffff ? 2 : 1);
      if (group === undefined) {
        group = { start, end: index, digits: '' };
        chain.push(group);
      }
      group.digits += code <= LAST_ASCII ? text.slice(start, index) : folded;
      group.end = index;
      continue;
    }
    index += codePoint > 0xffff ? 2 : 1;
    group = undefined;
    if (kind !== 'letter' && code !== MASK) continue;
    if (hasEnough(chain)) chains.push(chain.splice(0));
    else chain.length = 0;
  }
  return hasEnough(chain) ? [...chains, chain] : chains;
}

function endOfRow(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= NINE) end += 1;
  return end;
}

function hasEnough(chain: readonly Group[]): boolean {
  return chain.length > 0 && chain.reduce((sum, { digits }) => sum + digits.length, 0) >= FEWEST_DIGITS;
}

const ASCII = Array.from({ length: LAST_ASCII + 1 }, (_, code) => foldCharacter(code));

function characterOf(codePoint: number): FoldedCharacter {
  return ASCII[codePoint] ?? foldCharacter(codePoint);
}

function judgeChain(groups: readonly Group[], suspicion: Suspicion): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < groups.length; at += 1) {
    const here = foundAt(groups, at, suspicion);
    if (here !== undefined) {
      found.push(here.number);
      at += here.groups - 1;
    } else if (suspicion === 'anywhere') {
      found.push(...withinRow(groups[at]));
    }
  }
  return found;
}

/** Finds the identity number that starts with a group, and how many groups it spans. */
function foundAt(
  groups: readonly Group[],
  at: number,
  suspicion: Suspicion,
): { number: Found; groups: number } | undefined {
  const most = suspicion === 'unbroken' ? 1 : ID_DIGITS;
  const shortened = suspicion === 'shortened' || suspicion === 'anywhere';
  let digits = '';
  for (let count = 1; count <= most && digits.length < ID_DIGITS; count += 1) {
    const group = groups[at + count - 1];
    if (group === undefined) break;
    digits += group.digits;
    if (digits.length < FEWEST_DIGITS) continue;
    const number =
      shortened && isShortened(groups.slice(at, at + count), digits)
        ? digits.padStart(ID_DIGITS, '0')
        : digits;
    if (number.length !== ID_DIGITS || !isNumberAt(number, 0)) continue;
    return { number: { start: groups[at]?.start ?? 0, end: group.end, digits: number }, groups: count };
  }
  return undefined;
}

/** Whether the digits may be a shortened identity number: unbroken, or in threes as in 1,010,001,079. */
function isShortened(groups: readonly Group[], digits: string): boolean {
  if (digits.length < FEWEST_DIGITS || digits.length >= ID_DIGITS || digits.startsWith('0')) return false;
  const [, ...rest] = groups;
  return rest.every((group) => group.digits.length === 3) && (rest.length === 0 || rest.length === 3);
}

/** Identity numbers inside a longer run of digits; overlapping ones are merged. */
function withinRow(group: Group | undefined): Found[] {
  if (group === undefined || group.digits.length <= ID_DIGITS) return [];
  const { start, digits } = group;
  const found: Found[] = [];
  for (let at = 0; at + ID_DIGITS <= digits.length; at += 1) {
    if (!isNumberAt(digits, at)) continue;
    // If any digit takes more than one unit, the whole run is masked.
    if (group.end - start !== digits.length) return [group];
    const end = at + ID_DIGITS;
    const last = found.at(-1);
    if (last !== undefined && start + at < last.end) {
      last.end = start + end;
      last.digits = digits.slice(last.start - start, end);
    } else {
      found.push({ start: start + at, end: start + end, digits: digits.slice(at, end) });
    }
  }
  return found;
}

/** Whether an identity number starts at a digit. A cheap check first, since every digit of a run is a candidate. */
function isNumberAt(digits: string, at: number): boolean {
  const month = 10 * digitAt(digits, at + 2) + digitAt(digits, at + 3);
  const day = 10 * digitAt(digits, at + 4) + digitAt(digits, at + 5);
  if (month < 1 || month > 12 || day < 1 || day > 31 || digitAt(digits, at + 10) > 2) return false;
  return isIdentityNumber(digits.slice(at, at + ID_DIGITS));
}

function digitAt(digits: string, at: number): number {
  return digits.charCodeAt(at) - ZERO;
}
