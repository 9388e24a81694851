const HANDSHAKE_FAILED =
  'the TLS handshake failed: the other end may speak no TLS, or no version that this one accepts, or ask for a certificate';

/** Why a connection cannot be made or kept, by error code of the operating system or TLS, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not connect: check who may use the socket',
  EADDRNOTAVAIL: 'this machine has no free port left',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no route to the host',
  EMFILE: 'this process has too many files and connections open: raise its limit',
  ENFILE: 'this machine has too many files open: raise its limit',
  ENETUNREACH: 'there is no route to the host’s network',
  ENOENT: 'its socket is not there: the server is stopped, or has its socket elsewhere',
  ENOTFOUND: 'no host has this name',
  EPERM: 'a firewall of this machine forbids it',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the host does not answer',
};

/** OpenSSL's errors about a file of certificates or keys; its others are of our own cryptography, and no outage. */
const OF_OUR_CERTIFICATE = /^ERR_OSSL_(X509|PEM)_/;
const NOT_USABLE =
  'the certificate or the key of this process cannot be used: check that both files are whole and belong together (sslcert, sslkey)';
const NOT_ACCEPTED =
  'the other end does not accept the certificate of this process, or wants one, which it can only have for PostgreSQL (sslcert, sslkey)';
/** TLS alerts about a certificate (RFC 8446, 6.2), as OpenSSL names them. */
const ABOUT_CERTIFICATE = /ALERT_(?:\w+_)?(?:CERTIFICATE|UNKNOWN_CA)/;

const NOT_TRUSTED =
  'the TLS certificate of the server is not trusted: configure its CA (DATABASE_CA_FILE, REDIS_CA_FILE, for others NODE_EXTRA_CA_CERTS)';

/** By Node's codes (tls.TLSSocket): each is a certificate this process does not accept for the server. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the TLS certificate of the server has expired: renew it',
  CERT_NOT_YET_VALID: 'the TLS certificate of the server is not valid yet: compare the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the TLS certificate of the server is for another host: use a name that is in it, or add the one in use',
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
};

/**
 * Whether the two ends came to no agreement on TLS, or this one has nothing to begin with: the code of OpenSSL's error.
 */
export function isHandshake(code: string): boolean {
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') || OF_OUR_CERTIFICATE.test(code);
}

/** Whether the connection failed because of a certificate, which no waiting fixes. */
export function isUntrusted(code: string): boolean {
  return Object.hasOwn(TLS_REASONS, code);
}

/** Returns the reason in our own words, or undefined if the code is not a network error. */
export function describeNetwork(code: string): string | undefined {
  return REASONS[code] ?? TLS_REASONS[code] ?? (isHandshake(code) ? whyNoHandshake(code) : undefined);
}

function whyNoHandshake(code: string): string {
  if (OF_OUR_CERTIFICATE.test(code)) return NOT_USABLE;
  return ABOUT_CERTIFICATE.test(code) ? NOT_ACCEPTED : HANDSHAKE_FAILED;
}
