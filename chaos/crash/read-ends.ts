import type { Sql } from '../../shared/db/database.js';
import type { ClientRequest } from '../client/request.js';

/** The results of the requests of one kill. */
export interface Ends {
  requests: number;
  /** Requests a person has to review because it is not known whether the provider was reached. */
  reviews: number;
  /** Those among them that the provider in fact never read. */
  neverSent: number;
  /** When the last of them was settled, erased, or reported to its client, in milliseconds since the epoch. */
  endedAt: number;
}

interface Row {
  verification_id: string;
  check_id: string;
  lost: boolean;
  ended_at: Date | null;
}

/** Reads the results from the database; `reached` contains the references of all calls the provider has read. */
export async function readEnds(
  sql: Sql,
  requests: readonly ClientRequest[],
  reached: ReadonlySet<string | undefined>,
): Promise<Ends> {
  const rows = await sql.query<Row>(
    `SELECT c.verification_id, c.id AS check_id, coalesce(c.review_reason = 'no_answer', false) AS lost,
       greatest(c.settled_at, v.erased_at, (
         SELECT max(d.delivered_at) FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
         WHERE e.data->>'request_id' = ANY($2::text[]))) AS ended_at
     FROM checks c JOIN verifications v ON v.id = c.verification_id WHERE v.idempotency_key = ANY($1::text[])`,
    [requests.map(({ key }) => key), requests.flatMap(({ ids }) => [...ids])],
  );
  const lost = rows.filter((row) => row.lost);
  const sent = new Set(
    lost.filter(({ check_id }) => reached.has(check_id)).map((row) => row.verification_id),
  );
  const reviewed = new Set(lost.map((row) => row.verification_id));
  return {
    requests: requests.length,
    reviews: reviewed.size,
    neverSent: [...reviewed].filter((id) => !sent.has(id)).length,
    endedAt: Math.max(0, ...rows.map(({ ended_at }) => ended_at?.getTime() ?? 0)),
  };
}
