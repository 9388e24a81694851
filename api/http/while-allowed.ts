import type { Response } from 'express';
import { judgeCallerAgain } from './context.js';

/**
 * Passes on what a long answer is made of for as long as its caller may have it: before each part the caller is judged
 * as at the start of the request. Throws the 401 of a token that was signed out, an account that was suspended or a
 * key that was deleted meanwhile, and the 403 of a role that was lowered: either breaks the answer off.
 */
export async function* whileAllowed<Part>(res: Response, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    await judgeCallerAgain(res);
    yield part;
  }
}
