import { isIP } from 'node:net';
import { bareHost } from '../bare-host.js';
import { isAllowedAddress } from './allowed-address.js';

/** What is wrong with the address of a webhook: a stable code for programs, and how to fix it for people. */
export interface UrlProblem {
  code: string;
  message: string;
}

export interface UrlPolicy {
  /** In production only https and public addresses; otherwise also http and loopback (contract 7). */
  production: boolean;
}

/**
 * Validates the URL of a webhook as far as its text goes. The addresses its host name resolves to are checked on every
 * connection, because they may change at any time.
 */
export function validateWebhookUrl(text: string, { production }: UrlPolicy): UrlProblem | undefined {
  if (!URL.canParse(text)) return { code: 'invalid_url', message: 'Must be an absolute URL.' };
  const url = new URL(text);
  if (url.protocol !== 'https:' && (production || url.protocol !== 'http:')) {
    return { code: 'https_required', message: 'Must be an https URL.' };
  }
  if (url.username !== '' || url.password !== '') {
    const message = 'Must not contain a user name or password: verify the signature instead.';
    return { code: 'credentials_in_url', message };
  }
  if (!canBeResolved(hostOf(url))) {
    const message = 'Its host name must have 1 to 63 characters between dots, and 253 in all.';
    return { code: 'invalid_url', message };
  }
  if (isForbiddenHost(hostOf(url), production)) {
    const message = 'Must point to a public address, not to a private, local or reserved one.';
    return { code: 'address_not_allowed', message };
  }
  return undefined;
}

/** The host name or IP address of a URL, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return bareHost(url.hostname);
}

// RFC 6761 6.3: these names mean the machine itself, whatever a resolver says.
const LOCALHOST = /(^|\.)localhost\.?$/;

/** Whether a host name always means this machine. */
export function isLocalhost(host: string): boolean {
  return LOCALHOST.test(host);
}

/** Whether DNS can have such a name (RFC 1035, 2.3.4); with any other, no event would ever arrive. */
function canBeResolved(host: string): boolean {
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  return isIP(host) !== 0 || (name.length <= 253 && labels.every(({ length }) => length > 0 && length <= 63));
}

function isForbiddenHost(host: string, production: boolean): boolean {
  if (isLocalhost(host)) return production;
  return isIP(host) !== 0 && !isAllowedAddress(host, { loopback: !production });
}
