import { exampleId } from '../../api/openapi/schemas.js';
import type { CollectionItem, Pair } from './collection.js';

/** Ids passed on from the request that creates something to those that name it. */
const CARRIED = [
  { key: 'request_id', value: exampleId('verification') },
  { key: 'webhook_id', value: exampleId('webhook') },
];

/** The variables that requests set, with their initial values. */
export const VARIABLES: readonly Pair[] = [
  { key: 'token', value: '', description: 'An API key or an access token; signing in sets it.' },
  ...CARRIED.map((pair) => ({ ...pair, description: 'Set when one is created.' })),
];

/** By operation: the member of its answer to keep, and the variable to keep it in. */
const KEPT: Readonly<Record<string, readonly [member: string, variable: string]>> = {
  logIn: ['access_token', 'token'],
  createVerification: ['request_id', 'request_id'],
  createWebhook: ['webhook_id', 'webhook_id'],
};

/**
 * The script that runs after an operation and keeps part of its answer; without that part, as in an error, nothing
 * changes.
 */
export function keepScript(operationId: string): Pick<CollectionItem, 'event'> {
  const kept = KEPT[operationId];
  if (kept === undefined) return {};
  const [member, variable] = kept;
  const exec = [
    `const { ${member}: value } = pm.response.json();`,
    `if (value) pm.collectionVariables.set('${variable}', value);`,
  ];
  return { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] };
}

/** The variable for this id, as it is written in a request, or the value itself if there is none. */
export function idOrVariable(value: string): string {
  const carried = CARRIED.find((pair) => pair.value === value);
  return carried === undefined ? value : `{{${carried.key}}}`;
}
