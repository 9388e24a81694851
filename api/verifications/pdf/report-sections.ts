import { serviceOf } from '../../../shared/domain/services.js';
import type { WireCheck, WireReport } from '../../../shared/wire/report.js';
import { type Fact, fieldLabel, flattenFacts, plainValue } from './flatten-facts.js';

/** A heading and the lines under it; they are made one at a time, because a report may have very many. */
export interface Section {
  heading: string;
  facts: Iterable<Fact>;
}

// Of one check; more would be a book of which nobody reads the end. No register answers with so many.
const MOST_FACTS = 1_000;

/** Everything that the JSON report says, in the order in which a person reads it. */
export function reportSections(report: WireReport): Section[] {
  return [
    { heading: 'Outcome', facts: outcomeFacts(report) },
    { heading: 'Request', facts: requestFacts(report) },
    ...report.checks.map((check) => ({ heading: checkHeading(check), facts: checkFacts(check) })),
    { heading: 'Recorded consent', facts: labelled({ ...report.consent }) },
    { heading: 'Billing', facts: billingFacts(report) },
  ];
}

function outcomeFacts(report: WireReport): Fact[] {
  const { status, result, message, next_action, completed_at, erased_at } = report;
  return labelled({
    status,
    ...(result !== undefined && {
      result: result.label,
      outcome: result.outcome,
      provider_reference: result.provider_reference,
    }),
    ...(status === 'pending' && { message: 'The check is not finished; there is no result yet.' }),
    ...(message !== undefined && { message }),
    ...(next_action !== undefined && { next_action }),
    ...(completed_at !== undefined && { completed_at }),
    ...(erased_at !== undefined && { personal_data_erased_at: erased_at }),
  });
}

function checkHeading({ service_code }: WireCheck): string {
  return `Findings: ${serviceOf(service_code).label}`;
}

function* checkFacts({ service_code, status, label, outcome, details }: WireCheck): Generator<Fact> {
  yield* labelled({
    check: service_code,
    status,
    ...(label !== null && { result: label }),
    ...(outcome !== null && { outcome }),
  });
  if (details !== null) yield* atMost(MOST_FACTS, flattenFacts(details));
}

function* atMost(most: number, facts: Iterable<Fact>): Generator<Fact> {
  let count = 0;
  for (const fact of facts) {
    count += 1;
    if (count <= most) yield fact;
  }
  if (count > most) yield { label: 'Further facts', value: `${count - most} more are in the JSON report` };
}

function requestFacts(report: WireReport): Fact[] {
  const { request_id, service_label, service_code, category, subject, purpose } = report;
  const { provider_source, idempotency_key, created_at } = report;
  return labelled({
    request_id,
    service: service_label,
    service_code,
    category,
    subject,
    purpose,
    provider_source,
    idempotency_key,
    created_at,
  });
}

function billingFacts({ credits_reserved, credits_charged, billing }: WireReport): Fact[] {
  const { reason, release, entry_ids } = billing;
  return labelled({
    credits_charged,
    credits_reserved,
    reason,
    price_list: release,
    ledger_entries: entry_ids.join('\n'),
  });
}

function labelled(values: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(values).map(([name, value]) => ({
    label: fieldLabel(name),
    value: plainValue(value),
  }));
}
