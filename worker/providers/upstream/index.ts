import type { ReportTypes } from '../../../shared/config/report-types.js';
import type { Provider } from '../provider.js';
import { createUpstreamClient, type UpstreamClientOptions } from './client.js';
import { judgeUpstream } from './outcome-table.js';
import { requestOf, UPSTREAM_ROUTES } from './routes/index.js';

export interface UpstreamOptions extends UpstreamClientOptions {
  reportTypes: ReportTypes;
}

/** Creates the data provider of the specification; docs/architecture.md 5 describes its wire format. */
export function createUpstream({ reportTypes, ...options }: UpstreamOptions): Provider<'upstream'> {
  return {
    name: 'upstream',
    routes: UPSTREAM_ROUTES,
    timeoutMs: options.timeoutMs,
    build: (input) => requestOf(input, reportTypes),
    send: createUpstreamClient(options),
    judge: (exchange, input) => judgeUpstream(exchange, input),
  };
}
