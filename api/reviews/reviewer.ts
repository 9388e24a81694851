import type { Request, Response } from 'express';
import { addressOf, userOf } from '../http/context.js';
import type { Taker } from './take-review.js';

/** The member of support who makes the request. */
export function reviewerOf(req: Request, res: Response): Taker {
  return { userId: userOf(res).id, ipAddress: addressOf(req) };
}
