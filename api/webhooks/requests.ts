import { WEBHOOK_EVENTS } from '../../shared/domain/webhook-event.js';
import { type Problem, REQUIRED, Validate } from '../validation/rules.js';
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

function validateEvents(value: unknown): Problem | undefined {
  if (value === undefined || value === null) return REQUIRED;
  if (!Array.isArray(value)) return { code: 'invalid_type', message: 'Must be a list of strings.' };
  const known = WEBHOOK_EVENTS.join(', ');
  if (value.length === 0) return { code: 'required', message: `Use one or more of ${known}.` };
  if (!value.every((event) => WEBHOOK_EVENTS.some((name) => name === event))) {
    return { code: 'invalid_choice', message: `Every entry must be one of ${known}.` };
  }
  if (new Set(value).size === value.length) return undefined;
  return { code: 'repeated', message: 'List each event only once.' };
}
