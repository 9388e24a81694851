import { findService, type ServiceCode } from '../../../../shared/services/index.js';

export interface NewCheckSearch {
  service?: ServiceCode;
}

/** Reads from the address which check is chosen. The address never contains the subject. */
export function readNewCheckSearch(search: Record<string, unknown>): NewCheckSearch {
  const service = typeof search.service === 'string' ? findService(search.service) : undefined;
  return service === undefined ? {} : { service: service.code };
}
