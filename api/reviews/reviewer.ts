import type { Request, Response } from 'express';
import type { Taker } from '../../shared/commands/take-review.js';
import { userOf } from '../http/context.js';

/** The member of support who makes the request. */
export function reviewerOf(req: Request, res: Response): Taker {
  return { userId: userOf(res).id, ipAddress: req.ip };
}
