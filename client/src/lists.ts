import type { CallOptions } from './connection.js';
import { sleep } from './deadline.js';
import type { Call, Transport } from './transport.js';
import type { VerificationEvent } from './types.js';

type Query = NonNullable<Call['query']>;

// The maximum size of a page, for the fewest requests.
const PAGE_SIZE = 100;

/** Reads a list page by page, as far as the caller iterates. The time limit applies to each page. */
export function readList<Item>(
  transport: Transport,
  path: string,
  query: Query,
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  return readPages(transport, options, (cursor) => ({
    method: 'GET',
    path,
    query: { limit: PAGE_SIZE, ...query, cursor },
    repeatable: true,
  }));
}

/** The same for a list whose filters are sent as a body. */
export function searchList<Item>(
  transport: Transport,
  path: string,
  filters: object,
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  return readPages(transport, options, (cursor) => ({
    method: 'POST',
    path,
    body: { limit: PAGE_SIZE, ...filters, ...(cursor !== undefined && { cursor }) },
    repeatable: true,
  }));
}

async function* readPages<Item>(
  transport: Transport,
  options: CallOptions,
  callOf: (cursor: string | undefined) => Call,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await transport.json<{ data: Item[]; next_cursor: string | null }>(callOf(cursor), options);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

export interface EventsOptions extends CallOptions {
  /** The `cursor` of the last event handled; if absent, starts from the oldest one kept. */
  after?: string;
  /** Continues for ever as new events come; end it with the signal. Otherwise it ends with the newest event. */
  follow?: boolean;
  /** Pause between requests when there is nothing new, in milliseconds; 5 000 by default. */
  pauseMs?: number;
}

/** Reads the feed of events, oldest first. The time limit applies to each page. */
export async function* readEvents(
  transport: Transport,
  { after, follow = false, pauseMs = 5_000, ...options }: EventsOptions,
): AsyncGenerator<VerificationEvent, void, undefined> {
  let place = after;
  for (;;) {
    const query = { limit: PAGE_SIZE, after: place };
    const call: Call = { method: 'GET', path: '/api/v1/events', query, repeatable: true };
    const page = await transport.json<EventPage>(call, options);
    yield* page.data;
    place = page.next_cursor;
    if (page.has_more) continue;
    if (!follow) return;
    await sleep(pauseMs * (0.5 + Math.random()), options.signal);
  }
}

interface EventPage {
  data: VerificationEvent[];
  next_cursor: string;
  has_more: boolean;
}
