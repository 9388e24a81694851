import { randomBytes } from 'node:crypto';
import type { Behaviour } from '../shared/domain/test-subjects.js';
import { type Answer, errorBody } from './http.js';
import type { ProviderRequest } from './read-request.js';

/** The behaviours that are a complete, immediate JSON answer. */
type Answered = Exclude<Behaviour, 'slow' | 'never_answers' | 'reset' | 'garbage' | 'rate_limited_once'>;

/** The answer to a request under a behaviour (architecture 5). The facts are stable; the reference is new each time. */
export function answerTo({ route, subject }: ProviderRequest, behaviour: Answered): Answer {
  const report = (status: string, data: unknown): Answer => ({
    status: 200,
    body: { reference: `SBX-${randomBytes(8).toString('hex').toUpperCase()}`, status, subject, data },
  });
  const specials = { deceased: behaviour === 'deceased', stolen: behaviour === 'stolen' };
  const good = route.matchIsNegative ? 'no_match' : 'match';
  const bad = route.matchIsNegative ? 'match' : 'no_match';
  const described = (status: string) =>
    report(status, status === 'match' ? route.facts(subject, specials) : route.bareFacts(subject));
  switch (behaviour) {
    case 'negative':
      return described(bad);
    case 'no_record':
      if (route.noRecordAs === 'status') return described('no_record');
      return { status: 404, body: errorBody('no_record', 'Nothing is on file for this subject') };
    case 'inconclusive':
      return described('inconclusive');
    case 'refused':
      return { status: 422, body: errorBody('input_refused', 'The subject cannot be looked up') };
    case 'server_error':
      return { status: 500, body: errorBody('internal_error', 'Something went wrong') };
    default:
      return described(good);
  }
}

/** The answer to a caller that exceeds the rate limit. */
export function rateLimitedAnswer(): Answer {
  return {
    status: 429,
    body: errorBody('rate_limited', 'Too many requests'),
    headers: { 'retry-after': '1' },
  };
}
