// Bytes and their spellings. Strict: of several encodings of the same bytes only one is accepted, so that no changed
// byte goes unnoticed.
import { demand, Fault } from './fault.js';

const encoder = new TextEncoder();

export function toUtf8(text) {
  return encoder.encode(text);
}

/** Strict: a lenient decoder would replace different invalid bytes with the same character. */
export function fromUtf8(bytes) {
  demand(bytes.length > 0, 'it is empty');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Fault('it is neither text nor a PDF');
  }
}

export function fromBase64(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  demand(toBase64(bytes) === text, 'it is not written in canonical base64');
  return bytes;
}

/** Byte by byte: a call can have some ten thousand arguments only, and what an act did may be longer. */
export function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function fromBase64Url(text) {
  demand(/^[A-Za-z0-9_-]*$/.test(text), 'it is not written in base64url');
  const padded = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(padded.padEnd(Math.ceil(text.length / 4) * 4, '='));
}

export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text) {
  demand(/^([0-9a-f]{2})*$/.test(text), 'it is not written in hexadecimal digits');
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function same(a, b) {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}
