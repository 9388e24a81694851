import { alternatives } from '../../errors/alternatives.js';
import type { OpenApiOperation } from '../../openapi/operation.js';

const METHODS: Readonly<Record<string, string>> = {
  bearerAuth: 'an access token',
  cookieAuth: 'the session cookie',
  apiKeyAuth: 'an API key',
};

/** Says what an operation has to be called with. API keys have scopes of their own, which no token has. */
export function accessWords({ security }: Pick<OpenApiOperation, 'security'>): string {
  if (security.length === 0) return 'Public: no token is needed.';
  const methodsByScope = new Map<string, string[]>();
  for (const [name, method] of Object.entries(METHODS)) {
    const needed = security.flatMap((entry) => (entry[name] === undefined ? [] : [entry[name]]));
    if (needed.length === 0) continue;
    const scope = scopeWords(needed.flat());
    methodsByScope.set(scope, [...(methodsByScope.get(scope) ?? []), method]);
  }
  const ways = [...methodsByScope].map(([scope, methods]) => `${alternatives(methods)} ${scope}`);
  return `Needs ${ways.join(', or ')}. See [authentication](/docs/reference/authentication).`;
}

function scopeWords(scopes: readonly string[]): string {
  return scopes.length === 0
    ? 'with any scope'
    : `with the scope ${alternatives(scopes.map((scope) => `\`${scope}\``))}`;
}
