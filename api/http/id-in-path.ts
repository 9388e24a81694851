import type { Request } from 'express';
import { fromPublicId } from '../../shared/domain/ids.js';
import type { IdKind } from '../../shared/domain/public-id.js';
import { notFound } from '../errors/catalogue.js';
import { pathParameter } from './context.js';

/** Returns the stored id of what a parameter of the path names. Throws 404 if it is malformed. */
export function idInPath(req: Request, kind: IdKind, parameter = 'id'): string {
  const id = fromPublicId(kind, pathParameter(req, parameter));
  if (id === undefined) throw notFound();
  return id;
}
