import { countCharacters, firstCharacters, hasAtMost } from '../../../shared/domain/characters.js';
import { checkOf } from '../../../shared/services/index.js';
import type { WireCheck, WireReport } from '../../../shared/wire/report.js';
import { flattenFacts, type Line } from './flatten-facts.js';

/** A heading and the lines under it; they are made one at a time, because a report may have very many. */
export interface Section {
  heading: string;
  facts: Iterable<Line>;
}

// Of one check; more would be a book of which nobody reads the end. The provider's answer may hold many times as much.
const MOST_FACTS = 1_000;
const MOST_CHARACTERS = 64 * 1024;
// Longer than any fact of a register, shorter than a page.
const LONGEST_VALUE = 4_000;
const LONGEST_LABEL = 400;

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

function outcomeFacts(report: WireReport): Line[] {
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
  return `Findings: ${checkOf(service_code).label}`;
}

function* checkFacts({ service_code, status, label, outcome, details }: WireCheck): Generator<Line> {
  yield* labelled({
    check: service_code,
    status,
    ...(label !== null && { result: label }),
    ...(outcome !== null && { outcome }),
  });
  if (details !== null) yield* fitting(flattenFacts(checkOf(service_code).facts, details));
}

function* fitting(facts: Iterable<Line>): Generator<Line> {
  let count = 0;
  let characters = 0;
  let left = 0;
  for (const { label, value } of facts) {
    const fact = { label: cut(label, LONGEST_LABEL), value: cut(value, LONGEST_VALUE) };
    count += 1;
    characters += countCharacters(fact.label + fact.value);
    if (count > MOST_FACTS || characters > MOST_CHARACTERS) left += 1;
    else yield fact;
  }
  if (left > 0) yield { label: 'Further facts', value: `${left} more are in the JSON report` };
}

function cut(text: string, longest: number): string {
  if (hasAtMost(text, longest)) return text;
  const left = countCharacters(text) - longest;
  return `${firstCharacters(text, longest)} ... (${left} more characters are in the JSON report)`;
}

function requestFacts(report: WireReport): Line[] {
  const { request_id, service_label, service_code, category, subject, purpose } = report;
  const { provider_source, idempotency_key, created_at, reference } = report;
  return labelled({
    request_id,
    service: service_label,
    service_code,
    category,
    subject,
    purpose,
    ...(reference !== undefined && { reference }),
    provider_source,
    idempotency_key,
    created_at,
  });
}

function billingFacts({ credits_reserved, credits_charged, billing }: WireReport): Line[] {
  const { reason, release, entry_ids } = billing;
  return labelled({
    credits_charged,
    credits_reserved,
    reason,
    price_list: release,
    ledger_entries: entry_ids.join('\n'),
  });
}

function labelled(values: Readonly<Record<string, unknown>>): Line[] {
  return Object.entries(values).map(([name, value]) => ({
    label: fieldLabel(name),
    value: plainValue(value),
  }));
}

/** A value as a person reads it; strings and numbers stay as they are. */
function plainValue(value: unknown): string {
  if (value === null || value === undefined) return 'not stated';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === '' ? '(empty)' : String(value);
}

/** `provider_source` as `Provider source`. */
function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
