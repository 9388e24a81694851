import { WEBHOOK_EVENTS } from '../../shared/domain/webhook-event.js';
import { findRepeated, validateEntries } from '../validation/nested-rules.js';
import { REQUIRED, type Rule, Validate } from '../validation/rules.js';
import { Text } from '../validation/text-rules.js';

/** The body of POST /api/v1/webhooks (contract 7). */
export class CreateWebhookBody {
  /** Further rules depend on where the API runs, so the route validates them. */
  @Text({ min: 1, max: 2048 })
  url!: string;

  @Validate(validateEvents, {
    type: 'array',
    items: { type: 'string', enum: WEBHOOK_EVENTS },
    minItems: 1,
    maxItems: WEBHOOK_EVENTS.length,
    uniqueItems: true,
  })
  events!: string[];
}

function validateEvents(value: unknown): ReturnType<Rule> {
  if (value === undefined || value === null) return REQUIRED;
  if (!Array.isArray(value)) return { code: 'invalid_type', message: 'Must be a list of strings.' };
  const known = WEBHOOK_EVENTS.join(', ');
  if (value.length === 0) return { code: 'required', message: `Use one or more of ${known}.` };
  const problems = validateEntries(value, (event) =>
    WEBHOOK_EVENTS.some((name) => name === event)
      ? undefined
      : { code: 'invalid_choice', message: `Must be one of ${known}.` },
  );
  return problems ?? findRepeated(value, 'List each event only once.');
}
