import { type FoldedCharacter, foldCharacter } from './fold-text.js';

/** Consecutive digits and where they are in a text; digits of other scripts are folded. */
export interface DigitGroup {
  start: number;
  end: number;
  digits: string;
}

/** An identity number of someone born in 2000, such as 0001010000071, keeps ten digits without its leading zeros. */
export const MIN_DIGITS = 10;
export const ZERO = 48;
const NINE = 57;
const LAST_ASCII = 127;
/** The mask character: what is already masked is not part of a number. */
const MASK = 42;

/** A quick check: most texts have too few digits to need a closer look. */
export function mayHoldChain(text: string): boolean {
  let digits = 0;
  for (let index = 0; index < text.length && digits < MIN_DIGITS; index += 1) {
    const code = text.charCodeAt(index);
    // Digits of other scripts are identified later.
    if ((code >= ZERO && code <= NINE) || code > LAST_ASCII) digits += 1;
  }
  return digits >= MIN_DIGITS;
}

/**
 * The groups of digits in a text, chained while neither a letter nor an asterisk separates them; chains with too few
 * digits are left out.
 */
export function chainsOf(text: string): DigitGroup[][] {
  const chains: DigitGroup[][] = [];
  const chain: DigitGroup[] = [];
  let group: DigitGroup | undefined;
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

function hasEnough(chain: readonly DigitGroup[]): boolean {
  return chain.length > 0 && chain.reduce((sum, { digits }) => sum + digits.length, 0) >= MIN_DIGITS;
}

const ASCII = Array.from({ length: LAST_ASCII + 1 }, (_, code) => foldCharacter(code));

function characterOf(codePoint: number): FoldedCharacter {
  return ASCII[codePoint] ?? foldCharacter(codePoint);
}
