import type { ServiceCode } from '../../../../shared/services/index.js';
import { TabMemory } from './tab-memory.js';

/** A subject typed in this tab, and the check it was typed for. */
export interface KnownSubject {
  subject: string;
  serviceCode: ServiceCode;
}

/**
 * The subjects of this tab's requests, by request id: the service only shows masked subjects, so this lets the user
 * start another check on the same person without typing the number again. Gone when the tab is closed.
 */
const KNOWN = new TabMemory<KnownSubject>();

export function rememberSubject(requestId: string, known: KnownSubject): void {
  KNOWN.set(requestId, known);
}

export function knownSubject(requestId: string): KnownSubject | undefined {
  return KNOWN.get(requestId);
}
