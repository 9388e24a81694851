/**
 * What an API key may be used for (contract 11): submitting and asking what it would cost, reading verifications and
 * events, reading the wallet, managing webhooks.
 */
export const KEY_SCOPES = ['submit', 'read', 'wallet', 'webhooks'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Of a key that is made without saying what for. */
export const DEFAULT_KEY_SCOPES: readonly KeyScope[] = ['submit', 'read'];

/** The scopes in their one order, whatever the caller's. */
export function inScopeOrder(scopes: readonly string[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}
