import type { RequestHandler } from 'express';
import { notFound } from '../errors/catalogue.js';
import type { ParameterDescription, Parameters } from '../openapi/describe.js';
import { pathParameter } from './context.js';

/**
 * Policy of a path with ids: a malformed id is a 404, whatever else is wrong with the request (contract 8). For a
 * well-formed id, the handler says whether the object exists.
 */
export function wellFormedIds(inPath: Parameters): RequestHandler {
  const forms = Object.entries(inPath).flatMap(([name, { schema }]) => {
    const form = formOf(schema);
    return form === undefined ? [] : [{ name, form }];
  });
  return (req, _res, next) => {
    if (!forms.every(({ name, form }) => form.test(pathParameter(req, name)))) throw notFound();
    next();
  };
}

function formOf({ type, pattern }: ParameterDescription['schema']): RegExp | undefined {
  if (pattern !== undefined) return new RegExp(pattern);
  return type === 'integer' ? /^\d+$/ : undefined;
}
