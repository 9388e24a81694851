import type { SealedVerification } from '../../shared/db/sealed-verification.js';
import type { Parameters } from '../../shared/domain/parameters.js';
import { type FactsOf, SCREENINGS } from '../../shared/services/index.js';
import type { WireScreened } from '../../shared/wire/report.js';
import type { WireResult } from '../../shared/wire/verification.js';
import type { VerificationRow } from './load-verification.js';
import type { ReportRow } from './report/load-report.js';

/** The parameters of a screening (contract 9); undefined for every other service, and after an erasure. */
export function presentScreened(row: ReportRow, sealed: SealedVerification): WireScreened | undefined {
  if (!SCREENINGS.includes(row.service_code) || row.erased_at !== null || row.parameters_sealed === null) {
    return undefined;
  }
  return screenedBy(row.subject_masked, sealed.parameters(row.parameters_sealed));
}

/** What was screened, given the masked name. The defaults are the contract's (4.1), for a check stored without them. */
export function screenedBy(
  name: string,
  { entity = 'person', country = 'ZA', dataset = 'all' }: Parameters,
): WireScreened {
  return { name, entity, country, dataset };
}

/** The number of hits of a screening, shown next to its outcome (contract 9); empty elsewhere, and after an erasure. */
export function presentHits(row: VerificationRow, sealed: SealedVerification): Pick<WireResult, 'hits'> {
  const [check] = row.checks;
  if (!SCREENINGS.includes(row.service_code) || row.erased_at !== null || !check?.details_sealed) return {};
  return countHits(sealed.details(check.id, check.details_sealed) as FactsOf<'aml_screening'>);
}

/** The number of hits, given the facts of a screening. */
export function countHits({ hits }: FactsOf<'aml_screening'>): Pick<WireResult, 'hits'> {
  return hits === undefined ? {} : { hits: hits.length };
}
