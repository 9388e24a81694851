import { MAX_CREDITS } from '../domain/ledger.js';
import type { EnvironmentReader } from './environment.js';

/** What one person may not do alone (contract 11). */
export interface TwoPeople {
  /** Write-offs, large credit moves and erasures are proposed by one person and approved by another. */
  twoPeople: boolean;
  /** Most credits one person may move alone. */
  approvalCredits: number;
}

/** Reads TWO_PEOPLE and APPROVAL_CREDITS. */
export function readTwoPeople(reader: EnvironmentReader): TwoPeople {
  const value = reader.optional('TWO_PEOPLE') ?? (reader.production ? 'on' : 'off');
  if (value !== 'on' && value !== 'off') reader.fault('TWO_PEOPLE', 'must be on or off');
  return {
    twoPeople: value === 'on',
    approvalCredits: reader.integer('APPROVAL_CREDITS', 10_000, 0, MAX_CREDITS),
  };
}
