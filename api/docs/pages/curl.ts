import type { OpenApiOperation } from '../../openapi/operation.js';

/** A curl command for an operation, ready to paste, with the variables that the quickstart sets. */
export function curlFor(path: string, method: string, operation: OpenApiOperation): string {
  const { security, parameters, requestBody } = operation;
  const address = path
    .replace(/\{(\w+)\}/g, (_all, name: string) => `<${name}>`)
    .replace(/^\/api\/v1/, '$BASE');
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const [example] = Object.values(media?.examples ?? {});
  const headers = [
    ...(security.length === 0 ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(parameters.some(({ name }) => name === 'Idempotency-Key')
      ? [`-H 'Idempotency-Key: <your key>'`]
      : []),
    ...(type === 'application/json' ? [`-H 'Content-Type: application/json'`] : []),
  ];
  const parts = [
    `curl -s${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${quoted(address)}"`,
    ...headers,
    ...(type === 'application/json' && example !== undefined ? [`-d '${bodyOf(example.value)}'`] : []),
  ];
  return `\`\`\`sh\n${parts.join(' \\\n  ')}\n\`\`\``;
}

/** Addresses outside /api/v1 are relative to the host itself. */
function quoted(address: string): string {
  return address.startsWith('$BASE') ? address : `\${BASE%/api/v1}${address}`;
}

/** JSON in a shell's single quotes, indented further than the options. */
function bodyOf(example: unknown): string {
  return JSON.stringify(example, undefined, 2).replaceAll('\n', '\n    ').replaceAll("'", "'\\''");
}
