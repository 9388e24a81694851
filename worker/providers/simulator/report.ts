import { createHash } from 'node:crypto';
import type { AnsweredOutcome } from '../../../shared/domain/outcome.js';
import type { Behaviour } from '../../../shared/domain/test-subjects.js';
import { type CheckCode, checkOf } from '../../../shared/services/index.js';
import { factsOfCheck } from '../../../shared/simulation/facts.js';
import { PHOTO_BASE64 } from '../../../shared/simulation/photo.js';

/** The body of a simulated answer, already in our own format, since no vendor ever sends it. */
export interface SimulatedReport {
  simulated: true;
  reference: string;
  subject: string;
  outcome: AnsweredOutcome | 'inconclusive';
  label: string;
  facts: Record<string, unknown>;
  photo?: string;
}

/** The checks whose outcome a death changes (contract 4.4). */
const ABOUT_THE_LIVING: readonly CheckCode[] = ['identity_check', 'said_verification', 'alive_status'];

/** Returns the simulated answer about a subject, identical every time except for its reference. */
export function reportOf(
  code: CheckCode,
  subject: string,
  checkId: string,
  behaviour: Behaviour,
): SimulatedReport {
  const { outcome, label } = meaningOf(code, behaviour);
  const described =
    !['no_record', 'inconclusive'].includes(outcome) && (outcome !== 'negative' || isBad(code, behaviour));
  const specials = { deceased: behaviour === 'deceased', stolen: behaviour === 'stolen' };
  const facts = described ? factsOfCheck(code, subject, specials) : {};
  return {
    simulated: true,
    reference: `TEST-${createHash('sha256').update(checkId).digest('hex').slice(0, 16).toUpperCase()}`,
    subject,
    outcome,
    label,
    facts: checkOf(code).screening && outcome === 'positive' ? { hits: [] } : facts,
    ...(checkOf(code).biometricConsentRequired && described && { photo: PHOTO_BASE64 }),
  };
}

/** Whether a negative result still has facts: something is on record, and it is bad news. */
function isBad(code: CheckCode, behaviour: Behaviour): boolean {
  return checkOf(code).screening || behaviour === 'deceased' || behaviour === 'stolen';
}

function meaningOf(code: CheckCode, behaviour: Behaviour): Pick<SimulatedReport, 'outcome' | 'label'> {
  const { label } = checkOf(code);
  switch (behaviour) {
    case 'negative':
      return { outcome: 'negative', label: `${label}: ${NEGATIVE[code] ?? 'not confirmed'} (test)` };
    case 'no_record':
      return { outcome: 'no_record', label: `${label}: no record found (test)` };
    case 'inconclusive':
      return { outcome: 'inconclusive', label: '' };
    case 'deceased': {
      const dead = `${label}: recorded as deceased (test)`;
      if (ABOUT_THE_LIVING.includes(code)) return { outcome: 'negative', label: dead };
      return { outcome: 'positive', label: code === 'marital_status' ? dead : positiveLabel(code) };
    }
    case 'stolen':
      return { outcome: 'negative', label: `${label}: recorded as stolen (test)` };
    default:
      return { outcome: 'positive', label: positiveLabel(code) };
  }
}

const NEGATIVE: Partial<Record<CheckCode, string>> = { aml_screening: 'possible hits on the screened lists' };
const POSITIVE: Partial<Record<CheckCode, string>> = {
  aml_screening: 'clear',
  alive_status: 'recorded as alive',
};

function positiveLabel(code: CheckCode): string {
  return `${checkOf(code).label}: ${POSITIVE[code] ?? 'found'} (test)`;
}
