import { cleanSubject } from '../shared/domain/input-types.js';
import { cleanParameters } from '../shared/domain/parameters.js';
import { serviceOf } from '../shared/services/index.js';
import { type JsonObject, RequestError } from './http.js';
import { ROUTES, type Route } from './routes.js';

export interface ProviderRequest {
  route: Route;
  subject: string;
}

/**
 * Reads what a call asks for. As strict as a provider may be: an extra field, a missing one, or a subject not in its
 * normalised form throws RequestError, which is answered with 400.
 */
export function readRequest(path: string, body: JsonObject): ProviderRequest {
  const route = findRoute(path, body);
  const required = [route.subjectField, ...route.requiredFields];
  const known = ['reportType', ...required, ...route.optionalFields];
  for (const [field, value] of Object.entries(body)) {
    if (!known.includes(field)) throw invalid('unknown_field', `Unknown field: ${field.slice(0, 40)}`);
    if (typeof value !== 'string') throw invalid('invalid_field', `Not a string: ${field}`);
  }
  const missing = required.filter((field) => body[field] === undefined);
  if (missing.length > 0) throw invalid('missing_field', `Missing: ${missing.join(', ')}`);
  const subject = String(body[route.subjectField]);
  checkSubject(route, subject);
  checkParameters(route, body);
  return { route, subject };
}

function findRoute(path: string, body: JsonObject): Route {
  const onPath = ROUTES.filter((route) => route.path === path);
  const asked = onPath.filter((route) => route.reportType === body.reportType);
  const route = asked.find(({ subjectField }) => body[subjectField] !== undefined) ?? asked[0];
  if (route !== undefined) return route;
  const types = onPath.map(({ reportType }) => reportType ?? 'none');
  throw invalid('unknown_report_type', `reportType must be one of: ${[...new Set(types)].join(', ')}`);
}

function checkSubject(route: Route, subject: string): void {
  const judged = cleanSubject(serviceOf(route.serviceCode), subject, new Date());
  // The normalised form goes upstream (contract 4.5); a caller that forgets to normalise must notice here.
  if (!judged.ok || judged.value !== subject || judged.type !== route.inputType) {
    throw invalid('invalid_subject', `${route.subjectField} is not well-formed`);
  }
}

function checkParameters(route: Route, body: JsonObject): void {
  const names = [...route.requiredFields, ...route.optionalFields];
  const given = names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]] as const);
  const judged = cleanParameters(serviceOf(route.serviceCode), Object.fromEntries(given));
  if (!judged.ok) throw invalid('invalid_field', judged.faults.map(({ field }) => field).join(', '));
}

function invalid(code: string, message: string): RequestError {
  return new RequestError(400, code, message);
}
