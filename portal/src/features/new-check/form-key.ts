import { randomKey } from '../../lib/random-key.js';

// Only the key is stored, nothing that was typed.
const STORED_AS = 'new-check-key';

/**
 * The idempotency key of the open form: created with it and kept across a reload, so that a submission whose answer was
 * lost is found again rather than paid twice. It lives as long as the browser tab.
 */
export function currentFormKey(): string {
  const stored = sessionStorage.getItem(STORED_AS);
  return stored ?? renewFormKey();
}

/** The key of the next form. */
export function renewFormKey(): string {
  const key = randomKey();
  sessionStorage.setItem(STORED_AS, key);
  return key;
}
