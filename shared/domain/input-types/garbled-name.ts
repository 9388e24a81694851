import { encodeWindows } from '../decode-text.js';

/** What a decoder writes for bytes that it cannot read. */
const REPLACEMENT_CHARACTER = '\uFFFD';
const NOT_ASCII = /\P{ASCII}/u;
/**
 * Letters and marks whose first byte is that of È, É or the like: in capitals before an apostrophe, as in CAFÉ’S, these are
 * no sign. Without those of Vietnamese, and ƒ, ˆ and ˜, which are in names that were garbled twice.
 */
const UNUSUAL = /[\u0180-\u0191\u0193-\u019F\u01A2-\u01AE\u01B1-\u02C5\u02C7-\u02DB\u02DD-\u036F]/;

/**
 * Whether a name lost letters on its way: a decoder could not read them, or took their UTF-8 for the code page of Windows.
 * In that code page its bytes are then UTF-8, and those of a name as people write it are not: its letters stand alone.
 */
export function isGarbled(name: string): boolean {
  if (name.includes(REPLACEMENT_CHARACTER)) return true;
  const bytes = NOT_ASCII.test(name) ? encodeWindows(name) : undefined;
  const meant = bytes && readUtf8(bytes);
  return meant !== undefined && !UNUSUAL.test(meant);
}

/** Returns undefined for bytes that are none. */
function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
