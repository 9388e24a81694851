import { BlockList, isIP } from 'node:net';
import { bareHost } from '../bare-host.js';
import type { EnvironmentReader } from './environment.js';

/** The proxy for encrypted connections to outsiders, if the operator configured one. */
export interface HttpProxy {
  /** Whether the connection to the proxy itself uses TLS. */
  secure: boolean;
  /** A host name or address, IPv6 without brackets. */
  host: string;
  port: number;
  /** The value of `Proxy-Authorization`; a secret. */
  authorization: string | undefined;
  /** Whether NO_PROXY excludes this host from the proxy. */
  spares(host: string): boolean;
}

const FORM = 'must only be the address of an HTTP proxy: http://proxy.example:3128, or https://';

/** Reads HTTPS_PROXY and NO_PROXY; undefined if no proxy is named. Lower-case names and HTTP_PROXY are ignored. */
export function readProxy(reader: EnvironmentReader): HttpProxy | undefined {
  const spares = readSpared(reader);
  const value = reader.optional('HTTPS_PROXY');
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    reader.fault('HTTPS_PROXY', FORM);
    return undefined;
  }
  if (url.pathname.length > 1 || url.search || url.hash) reader.fault('HTTPS_PROXY', FORM);
  const secure = url.protocol === 'https:';
  return {
    secure,
    host: bareHost(url.hostname),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    authorization: readAuthorization(reader, url),
    spares,
  };
}

function readAuthorization(reader: EnvironmentReader, { username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    reader.fault('HTTPS_PROXY', 'must have its user and password percent-encoded (% itself is %25)');
    return undefined;
  }
}

type Rule = (host: string) => boolean;

/**
 * NO_PROXY in its common form: names, which include their subdomains, addresses, networks, or `*` for all. A host is
 * compared as written; nothing is resolved.
 */
function readSpared(reader: EnvironmentReader): (host: string) => boolean {
  const entries = (reader.optional('NO_PROXY') ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  const rules = entries.flatMap((entry, index): Rule[] => {
    if (entry === '') return [];
    const rule = ruleOf(entry);
    if (rule !== undefined) return [rule];
    const forms = 'example.com, .example.com, 10.1.2.3, 10.0.0.0/8 or *';
    reader.fault('NO_PROXY', `must have one of ${forms}, without a port, at position ${index + 1}`);
    return [];
  });
  return (host) => rules.some((rule) => rule(bareHost(host.toLowerCase())));
}

function ruleOf(entry: string): Rule | undefined {
  if (entry === '*') return () => true;
  const [written = '', prefix, more] = entry.split('/');
  const address = bareHost(written);
  if (isIP(address) !== 0) return more === undefined ? networkRule(address, prefix) : undefined;
  const name = entry.replace(/^\*?\./, '').replace(/\.$/, '');
  // Something like 10.0.0 is a mistyped address rather than a name.
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) || /^[\d.]+$/.test(name)) return undefined;
  return (host) => host.replace(/\.$/, '') === name || host.replace(/\.$/, '').endsWith(`.${name}`);
}

function networkRule(address: string, prefix: string | undefined): Rule | undefined {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)) return undefined;
  const network = new BlockList();
  network.addSubnet(address, prefix === undefined ? most : Number(prefix), family);
  return (host) => isIP(host) !== 0 && network.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
