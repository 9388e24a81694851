import type { Gathered } from '../../../../shared/services/index.js';
import { count } from './count.js';

/** Summarises in words how much was traced: "2 addresses, 1 contact, no employers". */
export function traceSummary({ addresses, contacts, employers }: Gathered<'consumer_trace'>): string {
  return [
    count(addresses, 'address', 'addresses'),
    count(contacts, 'contact', 'contacts'),
    count(employers, 'employer', 'employers'),
  ].join(', ');
}
