// What the bytes 0x80 to 0x9f stand for in the code page of Windows (WHATWG Encoding, index-windows-1252).
const WINDOWS_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST_HIGH = 0x80;

/**
 * Decodes a file whose only hint of its encoding is an optional byte order mark: UTF-16 and UTF-8 by their marks,
 * UTF-16 without one by the zero in its first character, which is an ASCII letter or bracket in every file with a
 * header and in JSON, UTF-8 if it is valid as such, otherwise what Windows spreadsheets write.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) {
    return new TextDecoder('utf-16le').decode(bytes);
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) {
    return new TextDecoder('utf-16be').decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows(bytes);
  }
}

/** Also where `windows-1252` is read as ISO 8859-1, as by Node 20: dashes, curly quotes and € are then controls. */
function decodeWindows(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return text.replace(/[\u0080-\u009f]/g, (control) =>
    WINDOWS_HIGH.charAt(control.charCodeAt(0) - FIRST_HIGH),
  );
}

/** The bytes of a text in the code page of Windows; undefined if it has characters that this lacks. */
export function encodeWindows(text: string): Uint8Array | undefined {
  const bytes = [...text].map((character) => {
    const high = WINDOWS_HIGH.indexOf(character);
    return high < 0 ? (character.codePointAt(0) ?? 0) : FIRST_HIGH + high;
  });
  return bytes.every((byte) => byte <= 0xff) ? Uint8Array.from(bytes) : undefined;
}
