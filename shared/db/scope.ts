/**
 * A purpose that needs rows of many clients, as granted by the row-level security policies: `sign_in` finds out who is
 * asking (users, API keys, clients; reads only), `staff` is a person of the desk or an admin in the API, `worker`
 * processes checks, `mail` sends mails to people, `operator` is a command, a migration or a figure over everything.
 */
export type WideScope = 'sign_in' | 'staff' | 'worker' | 'mail' | 'operator';

/** The rows a statement may see and write: those of the named clients, or those of a purpose. */
export type Scope = WideScope | ClientsScope;

interface ClientsScope {
  readonly clients: readonly string[];
  /** The client whose request it is, if it is for one request alone (client-shares.ts). */
  readonly caller?: string;
}

/** The setting the policies read. It holds the name of a purpose, or an array of client ids. */
export const SCOPE_SETTING = 'app.scope';

const CLIENT_ID = /^[0-9a-f-]{36}$/;

/** The scope of one request of a client, which counts towards that client's share of the connections. */
export function ofClient(clientId: string): Scope {
  return { clients: [clientId], caller: clientId };
}

/** The scope of the clients of these rows or keys, without duplicates. */
export function ofClients(rows: readonly { readonly clientId: string }[]): Scope {
  return { clients: [...new Set(rows.map(({ clientId }) => clientId))] };
}

/** Begins a transaction in a scope that ends with it: nothing is left in the session. */
export function beginIn(scope: Scope): string {
  return `BEGIN; SET LOCAL ${SCOPE_SETTING} = '${settingOf(scope)}'`;
}

/** The startup option of a session dedicated to one purpose, which then applies to all its statements. */
export function sessionIn(scope: WideScope): string {
  return `-c ${SCOPE_SETTING}=${scope}`;
}

/** The value of the setting. Safe to embed in a statement's text: it consists only of names from this file and ids. */
export function settingOf(scope: Scope): string {
  if (typeof scope === 'string') return scope;
  const wrong = scope.clients.find((id) => !CLIENT_ID.test(id));
  if (wrong !== undefined) throw new Error('Bug: a scope of something that is no client id');
  return `{${scope.clients.join(',')}}`;
}
