import type { OperationDescription } from '../openapi/describe.js';
import { integer, text } from '../openapi/schemas.js';

/** Describes the proof of an entry of the access log or the audit log. */
export function entryProof(
  operation: Pick<OperationDescription, 'operationId' | 'summary' | 'access'>,
  withheld = '',
): OperationDescription {
  return {
    ...operation,
    description: `A proof in the format of C2SP tlog-proof, with the checkpoint signed by the log and by its witnesses, if any. Its \`extra\` line contains everything that the entry is made of, as JSON: the \`record\`, the \`previous_hash\` of its chain, and the \`salt\` that blinds it in the public log. ${withheld}/verify and the client package can check it. If the entry is not in the log yet, the request waits up to three seconds, then it is a 409 with \`Retry-After\`.`,
    errors: ['conflict'],
    responses: { 200: { description: 'The proof.', content: { 'text/plain': { schema: text(40_000) } } } },
  };
}

/** The number of an entry in a path. */
export const ENTRY_NO = {
  entry_no: { description: 'The `entry_no`.', schema: integer(1, 999_999_999, { examples: [1] }) },
};
