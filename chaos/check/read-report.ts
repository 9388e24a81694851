import type { WireReport } from '../../shared/wire/report.js';
import { ask } from '../client/ask.js';
import type { ClientRequest } from '../client/request.js';
import type { Submitter } from '../client/submit.js';

/** Reads the report of a request as its client does; undefined if there is none. */
export type ReadReport = (request: ClientRequest) => Promise<WireReport | undefined>;

/** Reads reports from the API. */
export function reportsFrom({ nextUrl, token }: Submitter): ReadReport {
  return async ({ ids: [id = ''] }) => {
    const answer = await ask(`${nextUrl()}/api/v1/verifications/${id}`, { token: token() });
    return answer?.status === 200 ? (answer.body as WireReport) : undefined;
  };
}
