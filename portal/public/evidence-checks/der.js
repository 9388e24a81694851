import { concat } from './bytes.js';
import { demand } from './fault.js';

/** The elements of a DER value, each with its header. */
export function derIn(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const sizeBytes = bytes[at + 1] < 0x80 ? 0 : bytes[at + 1] & 0x7f;
    let length = sizeBytes === 0 ? bytes[at + 1] : 0;
    for (let place = 0; place < sizeBytes; place += 1) length = length * 256 + bytes[at + 2 + place];
    const start = at + 2 + sizeBytes;
    demand(start + length <= bytes.length, 'its signature is cut short');
    found.push({
      tag: bytes[at],
      whole: bytes.slice(at, start + length),
      content: bytes.slice(start, start + length),
    });
    at = start + length;
  }
  return found;
}

/** The element that is reached by these places, each within the one before. */
export const inside = (element, ...places) =>
  places.reduce((current, place) => derIn(current.content)[place], element);

/** Writes an element of up to 65,535 bytes. */
export function element(tag, ...parts) {
  const content = concat(...parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat(Uint8Array.of(tag, ...head), content);
}
