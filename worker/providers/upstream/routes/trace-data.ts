import { isoDate, list, object, optional, text } from '../../kit/schema.js';
import type { Gathered } from '../../types.js';

/** The `data` shared by trace, address and phone look-ups (architecture 5). */
export const TRACE_DATA = object({
  addresses: optional(
    list(
      object({
        line: optional(text),
        suburb: optional(text),
        city: optional(text),
        province: optional(text),
        postalCode: optional(text),
        lastSeen: optional(isoDate),
      }),
    ),
  ),
  contacts: optional(
    list(object({ type: optional(text), number: optional(text), lastSeen: optional(isoDate) })),
  ),
  employers: optional(list(object({ name: optional(text), lastSeen: optional(isoDate) }))),
});

export type TraceData = ReturnType<typeof TRACE_DATA>;

/** Returns the traced facts as a report shows them. */
export function traceDetails({ addresses, contacts, employers }: TraceData): Gathered<'consumer_trace'> {
  return {
    addresses: addresses?.map(({ line, suburb, city, province, postalCode, lastSeen }) => ({
      line,
      suburb,
      city,
      province,
      postal_code: postalCode,
      last_seen: lastSeen,
    })),
    contacts: contacts?.map(({ type, number, lastSeen }) => ({ type, number, last_seen: lastSeen })),
    employers: employers?.map(({ name, lastSeen }) => ({ name, last_seen: lastSeen })),
  };
}

/** Summarises in words how much was traced: "2 addresses, 1 contact, no employers". */
export function traceSummary({ addresses = [], contacts = [], employers = [] }: TraceData): string {
  return [
    count(addresses, 'address', 'addresses'),
    count(contacts, 'contact', 'contacts'),
    count(employers, 'employer', 'employers'),
  ].join(', ');
}

/** Words a number of things: "no addresses", "1 address", "2 addresses". */
export function count(things: readonly unknown[], one: string, many: string): string {
  if (things.length === 0) return `no ${many}`;
  return `${things.length} ${things.length === 1 ? one : many}`;
}
