import { countCharacters, firstCharacters, hasAtMost } from '../../../shared/domain/characters.js';
import { countryName } from '../../../shared/domain/country-name.js';
import { checkOf } from '../../../shared/services/index.js';
import type { WireCheck, WireReport } from '../../../shared/wire/report.js';
import { flattenFacts, type Line } from './flatten-facts.js';
import { localTime } from './local-time.js';

/** A heading and its lines, generated one at a time, because a report may have very many. */
export interface Section {
  heading: string;
  facts: Iterable<Line>;
}

// Per check; nobody would read to the end of more. The provider's answer may contain many times as much.
const MAX_FACTS = 1_000;
const MAX_CHARACTERS = 64 * 1024;
// Longer than any fact in a register, shorter than a page.
const MAX_VALUE_LENGTH = 4_000;
const MAX_LABEL_LENGTH = 400;

/** What a document states besides its report. */
export interface ReportContext {
  /** Whose report it is. */
  clientName: string;
}

/**
 * The content of the JSON report for people, in reading order. Of what only programs use, it includes just the request
 * id, by which the service finds the rest.
 */
export function reportSections(report: WireReport, context: ReportContext): Section[] {
  return [
    { heading: 'Request', facts: requestFacts(report, context) },
    ...findings(report),
    { heading: 'Consent and charge', facts: consentFacts(report) },
    { heading: 'Record', facts: recordFacts(report) },
  ];
}

function requestFacts(report: WireReport, { clientName }: ReportContext): Line[] {
  const { subject, purpose, reference, provider_source, screened } = report;
  const submitter = submitterWords(report);
  const { created_at, completed_at, erased_at, next_action, result } = report;
  return labelled({
    prepared_for: clientName,
    subject,
    ...(reference !== undefined && { reference }),
    purpose,
    ...(screened !== undefined && { screened: screenedWords(screened) }),
    ...(result?.hits !== undefined && { hits: result.hits }),
    source: provider_source,
    submitted: localTime(created_at),
    ...(submitter !== null && { submitted_by: submitter }),
    ...(completed_at !== undefined && { completed: localTime(completed_at) }),
    ...(erased_at !== undefined && { personal_data_erased: localTime(erased_at) }),
    ...(next_action !== undefined && { what_to_do: next_action }),
  });
}

/** A user by name and address, because names are not unique; a key by its name. */
function submitterWords({ submitted_by, submitted_by_name }: WireReport): string | null {
  return submitted_by_name === null ? submitted_by : `${submitted_by_name} (${submitted_by})`;
}

const LISTS: Readonly<Record<string, string>> = {
  all: 'all lists',
  sanctions: 'sanctions only',
  pep: 'politically exposed persons only',
};

function screenedWords({ name, entity, country, dataset }: NonNullable<WireReport['screened']>): string {
  return `${name}, as a ${entity}, country ${countryName(country)} (${country}), ${LISTS[dataset] ?? dataset}`;
}

/** The findings of each check, without repeating what the verdict already says. */
function findings({ checks, result }: WireReport): Section[] {
  return checks.map((check) => ({
    heading: checks.length === 1 ? 'Findings' : `Findings: ${checkOf(check.service_code).label}`,
    facts: checkFacts(check, check.label === result?.label ? null : check.label),
  }));
}

function* checkFacts(
  { service_code, status, outcome, details }: WireCheck,
  label: string | null,
): Generator<Line> {
  if (label !== null) yield { label: 'Result', value: label };
  if (status !== 'completed') {
    yield { label: 'Result', value: status === 'pending' ? 'Not answered yet' : 'None yet: in review' };
  }
  let none = status === 'completed' && outcome !== 'closed';
  if (outcome === 'closed') yield { label: 'Result', value: 'Closed by support without a result' };
  for (const fact of details === null ? [] : fitting(flattenFacts(checkOf(service_code).facts, details))) {
    none = false;
    yield fact;
  }
  // A heading with nothing under it looks as if a part were missing.
  if (none) yield { label: 'Facts', value: 'None given by the source' };
}

function* fitting(facts: Iterable<Line>): Generator<Line> {
  let count = 0;
  let characters = 0;
  let left = 0;
  for (const { label, value } of facts) {
    const fact = { label: cut(label, MAX_LABEL_LENGTH), value: cut(value, MAX_VALUE_LENGTH) };
    count += 1;
    characters += countCharacters(fact.label + fact.value);
    if (count > MAX_FACTS || characters > MAX_CHARACTERS) left += 1;
    else yield fact;
  }
  if (left > 0) yield { label: 'Further facts', value: `${left} more are in the JSON report` };
}

function cut(text: string, longest: number): string {
  if (hasAtMost(text, longest)) return text;
  const left = countCharacters(text) - longest;
  return `${firstCharacters(text, longest)} ... (${left} more characters are in the JSON report)`;
}

function consentFacts({ consent, credits_charged, credits_reserved, billing }: WireReport): Line[] {
  return labelled({
    authority_confirmed: consent.authority_confirmed,
    charge_approved:
      consent.credits_approved === null ? consent.charge_approved : approved(consent.credits_approved),
    biometric_consent: consent.biometric_consent ? 'Yes' : 'Not requested',
    recorded: localTime(consent.recorded_at),
    credits_charged,
    ...(credits_reserved > 0 && { credits_reserved }),
    reason: BILLING_WORDS[billing.reason],
  });
}

function approved(credits: number): string {
  return `Yes, ${credits} credits`;
}

const BILLING_WORDS: Readonly<Record<WireReport['billing']['reason'], string>> = {
  held: 'Reserved until there is a result',
  result: 'Charged for the result',
  no_record: 'Charged: the source holds no record',
  review_completed: 'Charged: support completed the check',
  rejected: 'Released: the source refused the input',
  closed: 'Released: support closed the request',
};

/** How the service finds the request again, and the data only programs use. */
function recordFacts({ request_id, consent }: WireReport): Line[] {
  return labelled({
    request_id,
    submitted_through: consent.channel === 'portal' ? 'The portal' : 'The API',
  });
}

function labelled(values: Readonly<Record<string, unknown>>): Line[] {
  return Object.entries(values).map(([name, value]) => ({
    label: fieldLabel(name),
    value: plainValue(value),
  }));
}

/** A value in words; strings and numbers stay as they are. */
function plainValue(value: unknown): string {
  if (value === null || value === undefined) return 'Not stated';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === '' ? '(empty)' : String(value);
}

/** `request_id` as `Request ID`. */
function fieldLabel(name: string): string {
  const words = name.replace('_id', '_ID').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
