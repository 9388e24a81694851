import { loadPart } from '../parts/load-part.js';

type Library = typeof import('@simplewebauthn/browser');

let library: Library | undefined;

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Loads the code for passkeys, which only those who use one need. Throws PartMissing. */
export async function loadPasskeys(): Promise<Library> {
  library ??= await loadPart(
    () => import('@simplewebauthn/browser'),
    () => undefined,
  );
  return library;
}

/**
 * Asks the browser for a passkey. To be called in a click, after `loadPasskeys`: some browsers, Safari above all,
 * refuse what is asked after an answer from the network has been waited for.
 */
export function askForPasskey(options: object): Promise<unknown> {
  return atOnce(({ startAuthentication }) => startAuthentication({ optionsJSON: options as never }));
}

/** Asks the browser to make a passkey, as `askForPasskey` does for one. */
export function makePasskey(options: object): Promise<unknown> {
  return atOnce(({ startRegistration }) => startRegistration({ optionsJSON: options as never }));
}

function atOnce(ask: (library: Library) => Promise<unknown>): Promise<unknown> {
  return library === undefined ? loadPasskeys().then(ask) : ask(library);
}
