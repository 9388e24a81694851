const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
// 26^28 is more than 2^131.
const LENGTH = 28;

/** A new idempotency key. Letters only, so that it can never look like an identity number, which the API refuses. */
export function randomKey(): string {
  let key = '';
  while (key.length < LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Higher byte values are skipped, because they would make the first letters more likely.
    if (byte < Math.floor(256 / LETTERS.length) * LETTERS.length)
      key += LETTERS.charAt(byte % LETTERS.length);
  }
  return key;
}
