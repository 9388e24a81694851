/** What the operating system or TLS says of a connection that cannot be made or kept, by code, and what to do. */
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

/** By what Node calls them (tls.TLSSocket): each is a certificate that this process does not take for the server's. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'the TLS certificate of the server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate of the server is not trusted: configure its CA',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate of the server is for another host',
  SELF_SIGNED_CERT_IN_CHAIN: 'the TLS certificate of the server is not trusted: configure its CA',
  UNABLE_TO_GET_ISSUER_CERT: 'the TLS certificate of the server is not trusted: configure its CA',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the TLS certificate of the server is not trusted: configure its CA',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the TLS certificate of the server is not trusted: configure its CA',
};

/** Whether the connection failed by a certificate that no waiting makes good. */
export function isUntrusted(code: string): boolean {
  return Object.hasOwn(TLS_REASONS, code);
}

/** The reason in words of ours, or undefined for a code that is none of the network. */
export function describeNetwork(code: string): string | undefined {
  return REASONS[code] ?? TLS_REASONS[code];
}
