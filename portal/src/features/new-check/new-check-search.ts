import { findService, type ServiceCode } from '../../../../shared/services/index.js';

export interface NewCheckSearch {
  service?: ServiceCode;
}

/** Which check is chosen, from the address. It never holds what is checked. */
export function readNewCheckSearch(search: Record<string, unknown>): NewCheckSearch {
  const service = typeof search.service === 'string' ? findService(search.service) : undefined;
  return service === undefined ? {} : { service: service.code };
}
