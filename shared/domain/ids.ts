import { randomInt } from 'node:crypto';
import { fromUUID, type TypeId, toUUIDBytes } from 'typeid-js';
import { v7 } from 'uuid';
import { ID_PREFIXES, type IdKind, isPublicId } from './public-id.js';

// Ids are UUIDv7 in the database and TypeIDs on the wire: a prefix that says what the id names, and the UUID in
// Crockford base 32 (TypeID specification 0.3). UUIDv7 grows with time, which keeps indexes append-only.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Whether a text is an id as the database stores it. Of what anyone could have written, such as a job, only these are
 * used.
 */
export function isStoredId(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** Not below any id: where a list that starts with the newest begins. */
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * By how much the time of an id may be ahead of the clock, so that ids grow although the clock is corrected by moments.
 */
const MAX_AHEAD_MS = 60_000;
/** Half of what an id has room for, so that there is room for as many within the same millisecond. */
const FIRST_SEQUENCES = 2 ** 31;

/** The time and the sequence number of the newest id of this process. */
const newest = { msecs: 0, seq: 0 };

/**
 * A new UUIDv7, as the database stores it. Not by way of a TypeID: base 32 and back costs five times as much, and a
 * request needs half a dozen ids, only one of which is ever shown.
 *
 * By itself the library never goes back behind the latest time it has seen: after a clock that was ahead by years is
 * set right, all ids of the process would be of that time until it ends, and not be found where their time is looked
 * for.
 */
export function newId(): string {
  const now = Date.now();
  if (now > newest.msecs || now < newest.msecs - MAX_AHEAD_MS) {
    newest.msecs = now;
    newest.seq = randomInt(FIRST_SEQUENCES);
  } else {
    newest.seq += 1;
  }
  return v7(newest);
}

/** The lowest id that can have been made at a moment: ids begin with their milliseconds. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** The public form of a stored id, for example `ver_01h2xcejqtf2nbrexx3vqjhp41`. */
export function toPublicId(kind: IdKind, uuid: string): string {
  return fromUUID(uuid, ID_PREFIXES[kind]);
}

/** The stored form of a public id, or undefined when the text is not an id of that kind (a 404 for the caller). */
export function fromPublicId(kind: IdKind, text: string): string | undefined {
  if (!isPublicId(kind, text)) return undefined;
  // Not toUUID: it throws at bits that are no UUID of any version, and anybody may write such an id.
  const hex = Buffer.from(toUUIDBytes(text as TypeId<string>)).toString('hex');
  return hex.replace(BYTES, '$1-$2-$3-$4-$5');
}

/** The stored form of the public id of whoever submits: a user, or an API key of a client. */
export function fromSubmitterId(text: string): string | undefined {
  return fromPublicId('user', text) ?? fromPublicId('apiKey', text);
}

const BYTES = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
