/**
 * A client has two sides that never meet: the live one, and one for tests whose provider is the simulator (contract
 * 12). Each is a client of its own in every table, so that what separates clients separates them.
 */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** Where the version of a UUID stands. Live clients have 7; 8 is for one's own use (RFC 9562, 5.8). */
const VERSION_AT = 14;
const TEST_VERSION = '8';
const LIVE_VERSION = '7';

/** The mode of a client, which its id says: nobody has to look it up, and no row can be of another one. */
export function modeOf(clientId: string): Mode {
  return clientId.charAt(VERSION_AT) === TEST_VERSION ? 'test' : 'live';
}

/** The id of the test side of a client; of a test side itself. */
export function testSideOf(clientId: string): string {
  return clientId.slice(0, VERSION_AT) + TEST_VERSION + clientId.slice(VERSION_AT + 1);
}

/** The id of the live side of a client, where the accounts of its people are; of a live side itself. */
export function liveSideOf(clientId: string): string {
  if (modeOf(clientId) === 'live') return clientId;
  return clientId.slice(0, VERSION_AT) + LIVE_VERSION + clientId.slice(VERSION_AT + 1);
}

/** What objects of test mode say of themselves, to be spread into them; those of live mode say nothing. */
export function modeMember(clientId: string): { mode?: 'test' } {
  return modeOf(clientId) === 'test' ? { mode: 'test' } : {};
}

/** Contract 12. */
export const TEST_CREDITS = 10_000;
