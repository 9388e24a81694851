import type { Answer, PlayedRound, Post } from './round.js';

/** An answer that names a verification. */
export interface Named extends Answer<Post> {
  readonly id: string;
}

/** The answers of a round by their meaning. */
export interface Sorted {
  /** 201 or 202: a verification was created. */
  readonly accepted: readonly Named[];
  /** 200: it already existed. */
  readonly replays: readonly Named[];
  /** 422: the key belongs to another request. */
  readonly reused: readonly Named[];
  /** 402 */
  readonly refused: readonly Answer<Post>[];
  /** Anything else, and answers that contradict their own status. */
  readonly others: readonly Answer<Post>[];
}

/** Sorts answers; one that does not have the exact form of its kind goes to `others`. */
export function sortAnswers({ answers }: Pick<PlayedRound, 'answers'>): Sorted {
  const sorted = {
    accepted: [] as Named[],
    replays: [] as Named[],
    reused: [] as Named[],
    refused: [] as Answer<Post>[],
    others: [] as Answer<Post>[],
  };
  for (const answer of answers) {
    const { request_id: id, idempotent_replay: replay } = answer.body;
    const named = typeof id === 'string' ? { ...answer, id } : undefined;
    if (isAccepted(answer) && named !== undefined && replay === undefined) sorted.accepted.push(named);
    else if (answer.status === 200 && named !== undefined && replay === true) sorted.replays.push(named);
    else if (answer.status === 422 && named !== undefined && isReuse(answer)) sorted.reused.push(named);
    else if (isRefusal(answer)) sorted.refused.push(answer);
    else sorted.others.push(answer);
  }
  return sorted;
}

function isAccepted({ status }: Answer<Post>): boolean {
  return status === 201 || status === 202;
}

const OF_REUSE = ['correlation_id', 'doc_url', 'errors', 'message', 'request_id', 'status'];

/** Nothing is disclosed except that the key is taken. */
function isReuse({ body }: Answer<Post>): boolean {
  const [fault, ...more] = Array.isArray(body.errors) ? body.errors : [];
  return (
    Object.keys(body).sort().join() === OF_REUSE.join() &&
    more.length === 0 &&
    fault?.field === 'idempotency_key' &&
    fault.code === 'idempotency_key_reused'
  );
}

function isRefusal({ status, body, sent }: Answer<Post>): boolean {
  return (
    status === 402 &&
    body.status === 'insufficient_credits' &&
    body.credits_required === sent.price &&
    body.request_id === undefined
  );
}
