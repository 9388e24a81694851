import type { Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';

/** All that a developer sees of a live verification (contract 11): nothing of whom it is about. */
export interface WireFollowed {
  request_id: string;
  status: Status;
  service_code: ServiceCode;
}
