import type { Request } from 'express';
import { validationFailed } from '../errors/catalogue.js';
import { Query } from '../http/query.js';
import { collectFaults } from './validate-body.js';

/**
 * Validates the body by its DTO and allows no query parameters. Throws `validation_failed` with every fault at once.
 */
export function validateRequest<T extends object>(Dto: new () => T, req: Request): T {
  const { value, faults } = collectFaults(Dto, req.body);
  const all = [...faults, ...new Query(req.query).faults()];
  if (all.length > 0) throw validationFailed(all);
  return value;
}
