const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The public id for a UUID in a record. */
export function publicId(prefix, uuid) {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let letters = '';
  for (let place = 0; place < 26; place += 1) {
    letters = LETTERS[Number(rest & 31n)] + letters;
    rest >>= 5n;
  }
  return `${prefix}_${letters}`;
}
