import { endOfPeriod } from '../http/moment.js';
import { Judge, type Problem, Text } from '../validation/rules.js';

/** The body of POST /api/v1/api-keys (contract 3). */
export class CreateApiKeyBody {
  @Text({ min: 1, max: 100 })
  name!: string;

  /** Absent or null: the key stands until it is deleted. */
  @Judge(judgeExpiry, { type: ['string', 'null'], maxLength: 35 })
  expires_at?: string | null;
}

/** The moment of an `expires_at` that was judged; a date alone means its last millisecond. */
export function expiryOf({ expires_at }: CreateApiKeyBody): Date | null {
  return (typeof expires_at === 'string' && parse(expires_at)) || null;
}

function judgeExpiry(value: unknown): Problem | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') {
    return { code: 'invalid_type', message: 'Must be a string, or left out for a key without an end.' };
  }
  const moment = parse(value);
  if (moment === undefined) {
    const message = 'Must be a moment as in RFC 3339, for example 2030-09-01T08:00:00Z, or a date.';
    return { code: 'invalid_moment', message };
  }
  if (moment.getTime() > Date.now()) return undefined;
  return { code: 'not_in_future', message: 'Must be in the future.' };
}

function parse(text: string): Date | undefined {
  const reading = endOfPeriod(text);
  return reading.ok ? reading.value : undefined;
}
