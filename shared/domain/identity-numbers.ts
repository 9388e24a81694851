import { chainsOf, type DigitGroup, MIN_DIGITS, mayHoldChain, ZERO } from './digit-chains.js';
import { isIdentityNumber } from './input-types/identity-number.js';
import { mapTexts } from './map-texts.js';
import { maskSubject } from './mask.js';
import { type Finder, finderOf, readingsOf, replaceFound } from './unescape-text.js';

/**
 * How readily digits are taken for someone's identity number; each level includes the previous one:
 * - `unbroken`: thirteen consecutive digits, for keys: a random UUID must never be taken for one;
 * - `whole`: thirteen digits with any separators between them, for texts people write and read;
 * - `shortened`: also without leading zeros, as registers write numbers, unbroken or in groups of three;
 * - `anywhere`: also inside a longer run of digits, for what nobody may see unasked.
 */
export type Suspicion = 'unbroken' | 'whole' | 'shortened' | 'anywhere';

/** Where an identity number is in a text; `digits` has its leading zeros, or all of a run that holds several. */
type Found = DigitGroup;

const ID_DIGITS = 13;
/** So many in a row. */
const MANY_DIGITS = /\d{10}/;

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
  return mapTexts(value, (text, key) => maskNumbersIn(text, suspicionOf(key))) as T;
}

/** Masks every identity number in one text like `maskIdentityNumbers`. */
export function maskNumbersIn(text: string, suspicion: Suspicion): string {
  return replaceFound(text, FINDERS[suspicion]);
}

const FINDERS: Readonly<Record<Suspicion, Finder>> = {
  unbroken: finderFor('unbroken'),
  whole: finderFor('whole'),
  shortened: finderFor('shortened'),
  anywhere: finderFor('anywhere'),
};

function finderFor(suspicion: Suspicion): Finder {
  return finderOf({
    find: (text) =>
      findIdentityNumbers(text, suspicion).map(({ digits, ...range }) => ({
        ...range,
        by: maskSubject(digits),
      })),
    mayBeIn: (folded) => MANY_DIGITS.test(folded),
  });
}

function findIdentityNumbers(text: string, suspicion: Suspicion): Found[] {
  if (!mayHoldChain(text)) return [];
  return chainsOf(text).flatMap((groups) => judgeChain(groups, suspicion));
}

function judgeChain(groups: readonly DigitGroup[], suspicion: Suspicion): Found[] {
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
  groups: readonly DigitGroup[],
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
    if (digits.length < MIN_DIGITS) continue;
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
function isShortened(groups: readonly DigitGroup[], digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length >= ID_DIGITS || digits.startsWith('0')) return false;
  const [, ...rest] = groups;
  return rest.every((group) => group.digits.length === 3) && (rest.length === 0 || rest.length === 3);
}

/** Identity numbers inside a longer run of digits; overlapping ones are merged. */
function withinRow(group: DigitGroup | undefined): Found[] {
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
