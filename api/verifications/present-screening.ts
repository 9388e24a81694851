import type { SealedVerification } from '../../shared/db/sealed-verification.js';
import type { WireCheck, WireReportResult, WireScreened } from '../../shared/wire/report.js';
import type { ReportRow } from './load-report.js';

/** What a screening was asked for (contract 9); undefined for every other service, and after an erasure. */
export function presentScreened(row: ReportRow, sealed: SealedVerification): WireScreened | undefined {
  if (row.service_code !== 'aml_screening' || row.erased_at !== null || row.parameters_sealed === null) {
    return undefined;
  }
  // The defaults are the contract's (4.1), for a check stored without them.
  const { entity = 'person', country = 'ZA', dataset = 'all' } = sealed.parameters(row.parameters_sealed);
  return { name: row.subject_masked, entity, country, dataset };
}

/** How many hits a screening has, to stand beside its outcome. */
export function presentHits(check: WireCheck | undefined): Pick<WireReportResult, 'hits'> {
  if (check?.service_code !== 'aml_screening' || check.details?.hits === undefined) return {};
  return { hits: check.details.hits.length };
}
