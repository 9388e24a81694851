/**
 * A client has two sides that never meet: the live one, and one for tests whose provider is the simulator (contract
 * 12). Each is a separate client in every table, so whatever separates clients separates them.
 */
export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

/** Position of the version digit in a UUID. Live clients have 7; 8 is for custom use (RFC 9562, 5.8). */
const VERSION_AT = 14;
const TEST_VERSION = '8';
const LIVE_VERSION = '7';

/** Returns the mode of a client, encoded in its id: no lookup is needed, and no row can have another mode. */
export function modeOf(clientId: string): Mode {
  return clientId.charAt(VERSION_AT) === TEST_VERSION ? 'test' : 'live';
}

/** Returns the id of the test side of a client, given either side. */
export function testSideOf(clientId: string): string {
  return clientId.slice(0, VERSION_AT) + TEST_VERSION + clientId.slice(VERSION_AT + 1);
}

/** Returns the id of the live side, where the accounts of a client's people are, given either side. */
export function liveSideOf(clientId: string): string {
  if (modeOf(clientId) === 'live') return clientId;
  return clientId.slice(0, VERSION_AT) + LIVE_VERSION + clientId.slice(VERSION_AT + 1);
}

/** The `mode` member of test-mode objects, to be spread into them; empty in live mode. */
export function modeMember(clientId: string): { mode?: 'test' } {
  return modeOf(clientId) === 'test' ? { mode: 'test' } : {};
}

/** Contract 12. */
export const TEST_CREDITS = 10_000;
