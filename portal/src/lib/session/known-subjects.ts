import type { ServiceCode } from '../../../../shared/services/index.js';
import { TabMemory } from './tab-memory.js';

/** A subject as somebody here has typed it, and the check that it was typed for. */
export interface KnownSubject {
  subject: string;
  serviceCode: ServiceCode;
}

/**
 * Whom the requests of this tab are about, by request id: the service shows subjects masked only, so this is how another
 * check on the same person begins without typing the number again. It is gone with the tab.
 */
const KNOWN = new TabMemory<KnownSubject>();

export function rememberSubject(requestId: string, known: KnownSubject): void {
  KNOWN.set(requestId, known);
}

export function knownSubject(requestId: string): KnownSubject | undefined {
  return KNOWN.get(requestId);
}
