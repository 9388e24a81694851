import type { Outcome } from '../../../shared/domain/outcome.js';
import { SCREENINGS } from '../../../shared/services/index.js';
import type { WireReport } from '../../../shared/wire/report.js';

/** What a reader looks for first. */
export interface Verdict {
  word: string;
  text: string;
  tone: 'good' | 'bad' | 'warn' | 'plain';
}

const OUTCOMES: Readonly<Record<Outcome, Pick<Verdict, 'word' | 'tone'>>> = {
  positive: { word: 'Positive', tone: 'good' },
  negative: { word: 'Negative', tone: 'bad' },
  no_record: { word: 'No record', tone: 'plain' },
  mixed: { word: 'Mixed', tone: 'warn' },
  rejected: { word: 'Rejected', tone: 'plain' },
  closed: { word: 'Closed without a result', tone: 'plain' },
};

/** A screening looks for what should not be there, so "positive" would mislead (contract 9). */
const SCREENING: Partial<Record<Outcome, string>> = { positive: 'Clear', negative: 'Hits' };

/** The result of a report in a word and a sentence, or its progress. */
export function verdictOf({ status, service_code, result, message }: WireReport): Verdict {
  if (result !== undefined) {
    const { word, tone } = OUTCOMES[result.outcome];
    const screened = SCREENINGS.includes(service_code) ? SCREENING[result.outcome] : undefined;
    return { word: screened ?? word, tone, text: result.label };
  }
  return status === 'pending'
    ? { word: 'In progress', tone: 'plain', text: 'The check is still in progress; there is no result yet.' }
    : { word: 'In review', tone: 'warn', text: message ?? '' };
}
