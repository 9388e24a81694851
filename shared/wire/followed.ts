import type { Status } from '../domain/states.js';
import type { ServiceCode } from '../services/index.js';

/** What a developer sees of a live verification (contract 11): nothing about the person. */
export interface WireFollowed {
  request_id: string;
  status: Status;
  service_code: ServiceCode;
}
