import type { AnsweredOutcome } from '../../shared/domain/outcome.js';
import { DECISIONS, type Decision } from '../../shared/domain/review.js';
import { OneOf, OptionalBoolean, OptionalTrue, Validate } from '../validation/rules.js';
import { Text } from '../validation/text-rules.js';
import { CALL_NAMES, validateCallNames } from './validate-call-names.js';
import { REQUEST_IDS, validateRequestIds } from './validate-request-ids.js';

const NOTE = { min: 1, max: 2_000 };
// As in the table.
const LABEL = { min: 1, max: 300 };

/** The outcomes a provider's answer can have, and so a reviewer may choose. */
const COMPLETING_OUTCOMES = [
  'positive',
  'negative',
  'no_record',
] as const satisfies readonly AnsweredOutcome[];

export class NoteBody {
  @Text(NOTE, { lines: true })
  text!: string;
}

export class RevealBody {
  @OptionalTrue()
  include_answers?: true;
}

export class LateAnswerBody {
  @Text(NOTE, { optional: true, lines: true })
  note?: string;
}

export class RequeueManyBody {
  @Validate(validateRequestIds, REQUEST_IDS)
  request_ids!: string[];

  @Text(NOTE, { lines: true })
  note!: string;
}

/** `readResolution` validates which of the fields a decision takes. */
export class ResolutionBody {
  @OneOf(DECISIONS)
  decision!: Decision;

  @OneOf(COMPLETING_OUTCOMES, { optional: true })
  outcome?: AnsweredOutcome;

  @Text(LABEL, { optional: true })
  label?: string;

  @Text(NOTE, { lines: true })
  note!: string;

  @OptionalBoolean()
  provider_confirmed_no_charge?: boolean;

  /** Where the provider says that it charges nothing: a letter, a ticket. */
  @Text({ min: 1, max: 500 }, { optional: true })
  provider_document?: string;

  /** The calls that the provider's word is about, as the case named them. */
  @Validate(validateCallNames, CALL_NAMES)
  calls_to_write_off?: string[];
}

/**
 * The body of POST /api/v1/test/reviews/{request_id} (contract 12): acting as support in test mode needs no
 * explanation.
 */
export class TestReviewBody {
  @OneOf(DECISIONS)
  decision!: Decision;

  @OneOf(COMPLETING_OUTCOMES, { optional: true })
  outcome?: AnsweredOutcome;

  @Text(LABEL, { optional: true })
  label?: string;
}
