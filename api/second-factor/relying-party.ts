import type { Request } from 'express';
import type { ApiConfig } from '../../shared/config/api.js';

/** Who a passkey is valid for: a browser uses it only on pages of this host. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

/** That of PUBLIC_URL; without one, the host the request was sent to. */
export function relyingParty({ headers }: Request, { publicUrl }: ApiConfig): RelyingParty {
  if (publicUrl !== undefined) {
    const { hostname, origin } = new URL(publicUrl);
    return { id: hostname, origins: [origin] };
  }
  const host = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`) : undefined;
  return {
    id: host?.hostname ?? '',
    origins: host === undefined ? [] : [host.origin, `https://${host.host}`],
  };
}
