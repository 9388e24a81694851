/** Why a connection cannot be made or kept, by error code of the operating system or TLS, and what to do. */
const REASONS: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the host’s network',
  ENOTFOUND: 'no host has this name',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'the host does not answer',
};

/** By Node's codes (tls.TLSSocket): each is a certificate this process does not accept for the server. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the TLS certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate of the server is not trusted: configure its CA',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate of the server is for another host',
  SELF_SIGNED_CERT_IN_CHAIN: 'the TLS certificate of the server is not trusted: configure its CA',
  UNABLE_TO_GET_ISSUER_CERT: 'the TLS certificate of the server is not trusted: configure its CA',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the TLS certificate of the server is not trusted: configure its CA',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the TLS certificate of the server is not trusted: configure its CA',
};

/** Whether the connection failed because of a certificate, which no waiting fixes. */
export function isUntrusted(code: string): boolean {
  return Object.hasOwn(TLS_REASONS, code);
}

/** Returns the reason in our own words, or undefined if the code is not a network error. */
export function describeNetwork(code: string): string | undefined {
  return REASONS[code] ?? TLS_REASONS[code];
}
