import type { Response } from 'express';
import { reauthoriseCaller } from './context.js';

/**
 * Passes on the parts of a long answer for as long as its caller may have it: before each part the caller is authorised
 * as at the start of the request. Throws the 401 of a token signed out, an account suspended or a key deleted
 * meanwhile, and the 403 of a role that was lowered: either aborts the answer.
 */
export async function* whileAllowed<Part>(res: Response, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    await reauthoriseCaller(res);
    yield part;
  }
}
