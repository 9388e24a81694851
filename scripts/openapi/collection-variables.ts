import { exampleId } from '../../api/openapi/schemas.js';
import type { CollectionItem, Pair } from './collection.js';

/** Ids that go from the request which makes something to those which name it. */
const CARRIED = [
  { key: 'request_id', value: exampleId('verification') },
  { key: 'webhook_id', value: exampleId('webhook') },
];

/** The variables that requests set, and what they hold before. */
export const VARIABLES: readonly Pair[] = [
  { key: 'token', value: '', description: 'An API key or an access token; signing in sets it.' },
  ...CARRIED.map((pair) => ({ ...pair, description: 'Set when one is created.' })),
];

/** By operation: the member of its answer that is kept, and the variable that keeps it. */
const KEPT: Readonly<Record<string, readonly [member: string, variable: string]>> = {
  logIn: ['access_token', 'token'],
  createVerification: ['request_id', 'request_id'],
  createWebhook: ['webhook_id', 'webhook_id'],
};

/** The script after an operation that keeps what its answer gave; an answer without it, an error say, changes nothing. */
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

/** The variable that carries this id, as it is written in a request, or the value itself when none does. */
export function idOrVariable(value: string): string {
  const carried = CARRIED.find((pair) => pair.value === value);
  return carried === undefined ? value : `{{${carried.key}}}`;
}
