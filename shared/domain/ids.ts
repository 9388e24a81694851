import { fromUUID, type TypeId, toUUIDBytes } from 'typeid-js';
import { v7 } from 'uuid';
import { ID_PREFIXES, type IdKind, isPublicId } from './public-id.js';

// Ids are UUIDv7 in the database and TypeIDs on the wire: a prefix that says what the id names, and the UUID in Crockford
// base 32 (TypeID specification 0.3). UUIDv7 grows with time, which keeps indexes append-only.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id as the database stores it. Of what anyone could have written, such as a job, only these are used. */
export function isStoredId(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text);
}

/** Not below any id: where a list that starts with the newest begins. */
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A new UUIDv7, as the database stores it. Not by way of a TypeID: base 32 and back costs five times as much, and a
 * request needs half a dozen ids, only one of which is ever shown.
 */
export function newId(): string {
  return v7();
}

/** The lowest id that can have been made at a moment: ids begin with their milliseconds. */
export function firstIdAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** When a stored id was made, in milliseconds since 1970. */
export function momentOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
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

const BYTES = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
