import type { RequestHandler } from 'express';
import { keyNeedOf } from '../../shared/domain/access.js';
import { type ApiDeps, forStaff } from '../deps.js';
import { allow } from '../middleware/allow.js';
import type { Authenticate } from '../middleware/authenticate.js';
import { carryOutOnce } from '../middleware/carry-out-once.js';
import { existingClient } from '../middleware/existing-client.js';
import { parseBody, parseOptionalBody } from '../middleware/parse-body.js';
import { stepUp } from '../middleware/step-up.js';
import type { BodyDescription, Guarded } from '../openapi/describe.js';
import type { EndpointDescription } from './endpoint.js';
import { noQuery } from './query.js';
import { wellFormedIds } from './well-formed-ids.js';

/** Returns the policies of an endpoint, in the order in which they run before its handler. */
export type PoliciesOf = (endpoint: EndpointDescription) => RequestHandler[];

/** Creates the policies of the endpoints of one app. */
export function policyMaker(deps: ApiDeps, authenticate: Authenticate): PoliciesOf {
  const signedIn = ({ act, ...before }: Guarded): RequestHandler => {
    const apiKeys = keyNeedOf(act);
    return authenticate({ ...before, ...(apiKeys !== undefined && { apiKeys }) });
  };
  const once = carryOutOnce(deps);
  return ({ method, access, stepUp: proof, inPath, body, query, belowClient }) => [
    ...(access === 'open' ? [] : [signedIn(access), allow(access.act)]),
    ...(inPath === undefined ? [] : [wellFormedIds(inPath)]),
    // Before anything is read, unless the body determines whether it is needed.
    ...(proof === true ? [stepUp(deps)] : []),
    ...(isJson(body) ? [body.required === false ? parseOptionalBody : parseBody] : []),
    ...(typeof proof === 'function' ? [stepUp(deps, proof)] : []),
    ...(belowClient === true ? [existingClient(forStaff(deps))] : []),
    // With a JSON body, both are validated together.
    ...(query === undefined && !isJson(body) ? [noQuery] : []),
    ...(method === 'post' ? [once] : []),
  ];
}

function isJson(body: BodyDescription | undefined): body is BodyDescription {
  return body !== undefined && body.mediaType === undefined;
}
