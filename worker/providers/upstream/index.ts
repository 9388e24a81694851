import type { Provider } from '../provider.js';
import { createUpstreamClient, type UpstreamClientOptions } from './client.js';
import { judgeUpstream } from './outcome-table.js';
import { checksOf, type ReportTypes, routeOf } from './routes/index.js';
import { UPSTREAM_PATHS } from './upstream-paths.js';

export interface UpstreamOptions extends UpstreamClientOptions {
  reportTypes: ReportTypes;
}

/** The data provider of the specification; docs/architecture.md 5 has its wire. */
export function createUpstream({ reportTypes, ...options }: UpstreamOptions): Provider {
  return {
    name: 'upstream',
    routes: UPSTREAM_PATHS.map((path) => ({ path, checks: checksOf(path) })),
    timeoutMs: options.timeoutMs,
    build: (input) => routeOf(input.serviceCode).buildRequest(input, reportTypes),
    send: createUpstreamClient(options),
    judge: (exchange, input) => judgeUpstream(exchange, input),
  };
}
