import { toPublicId } from '../../../shared/domain/ids.js';
import { createAccounts } from '../../support/accounts/api-accounts.js';
import { submit } from '../../support/checks/submit.js';
import type { Service } from '../../support/processes/service.js';

/** What a scanner needs: the service's address, and a user of each scope. */
export interface Target {
  url: string;
  tokens: Record<'client' | 'support' | 'admin', string>;
  requestId: string;
  clientId: string;
}

/** Gives a service a client with a finished verification, and staff. */
export async function prepareTarget(service: Service): Promise<Target> {
  const { url, client } = service.api;
  const accounts = createAccounts(service.db, client);
  const owner = await accounts.createClientUser({ credits: 1_000_000 });
  const token = await accounts.login(owner);
  const answer = await submit(client, token, { prefer: 'wait=30' });
  return {
    url,
    tokens: {
      client: token,
      support: await accounts.login(await accounts.createStaff('support')),
      admin: await accounts.login(await accounts.createStaff('admin')),
    },
    requestId: answer.body.request_id,
    clientId: toPublicId('client', owner.clientId),
  };
}

/** What the API said of the requests that it had since the last look, by its own log. */
export interface Served {
  requests: number;
  /** Method, route and status of answers of 500 and above, each once. */
  failures: string[];
}

/** Counts requests by the log lines of a service. */
export class RequestCount {
  #seen = 0;

  constructor(private readonly service: Service) {}

  next(): Served {
    const lines = this.service.api.logs().filter(({ msg }) => msg === 'request');
    const fresh = lines.slice(this.#seen);
    this.#seen = lines.length;
    const failed = fresh.filter(({ status }) => Number(status) >= 500);
    return {
      requests: fresh.length,
      failures: [...new Set(failed.map(({ method, route, status }) => `${method} ${route} ${status}`))],
    };
  }
}
