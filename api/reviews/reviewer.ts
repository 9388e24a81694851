import type { Request, Response } from 'express';
import { addressOf, userOf } from '../http/context.js';
import type { Taker } from './take-review.js';

/** Returns the member of support making the request. */
export function reviewerOf(req: Request, res: Response): Taker {
  return { userId: userOf(res).id, ipAddress: addressOf(req) };
}
