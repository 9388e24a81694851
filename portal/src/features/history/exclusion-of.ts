import { findService } from '../../../../shared/services/index.js';
import type { HistorySearch } from './history-search.js';

/** Why no check at all can fit these filters together, and which to change; undefined if one may. */
export function exclusionOf({ status, outcome, service_code }: HistorySearch): string | undefined {
  if (outcome === undefined) return undefined;
  if (status !== undefined && status !== 'completed') {
    return 'Only a completed check has an outcome: choose another state, or any outcome.';
  }
  const service = service_code === undefined ? undefined : findService(service_code);
  if (outcome === 'mixed' && service !== undefined && service.checks.length === 1) {
    return `Only a bundle can have a mixed outcome, and ${service.label} is a single check: choose another check, or any outcome.`;
  }
  return undefined;
}
