import type { WireClient } from '../../../../shared/wire/admin.js';
import { changesOf } from '../../lib/changes.js';
import { isWholeOrEmpty, wholeOrNull } from '../../lib/whole-number.js';

/** The settings of a client as a form holds them. */
export interface ClientFields {
  name: string;
  low_balance_threshold: string;
  retention_days: string;
}

export const EMPTY_CLIENT: ClientFields = { name: '', low_balance_threshold: '', retention_days: '' };

export function toFields(client: WireClient): ClientFields {
  return {
    name: client.name,
    low_balance_threshold: client.low_balance_threshold === null ? '' : String(client.low_balance_threshold),
    retention_days: client.retention_days === null ? '' : String(client.retention_days),
  };
}

type ClientBody = Pick<WireClient, 'name' | 'low_balance_threshold' | 'retention_days'>;

/**
 * The body of the request: without a threshold nobody is notified of a low balance; without a retention data is kept
 * until it is erased.
 */
export function toClientBody({ name, low_balance_threshold, retention_days }: ClientFields): ClientBody {
  return {
    name: name.trim(),
    low_balance_threshold: wholeOrNull(low_balance_threshold),
    retention_days: wholeOrNull(retention_days),
  };
}

/** The fields a form changes: an unchanged retention needs no fresh proof of identity. */
export function toClientChanges(before: ClientFields, after: ClientFields): Partial<ClientBody> {
  return changesOf(toClientBody(before), toClientBody(after));
}

/** What can be validated without the API, which also judges the ranges. */
export const CLIENT_RULES = {
  name: (value: string) => (value.trim() === '' ? 'Enter the name of the organisation.' : null),
  low_balance_threshold: (value: string) =>
    isWholeOrEmpty(value) ? null : 'Enter a whole number of credits, without commas or points.',
  retention_days: (value: string) =>
    isWholeOrEmpty(value)
      ? null
      : 'Enter a whole number of days, without commas or points, or leave this empty.',
};
