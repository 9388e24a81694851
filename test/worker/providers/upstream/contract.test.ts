import { type Sandbox, startSandbox } from '../../../../sandbox/server.js';
import { freePort } from '../../../../scripts/embedded/free-port.js';
import { DEFAULT_REPORT_TYPES } from '../../../../shared/config/report-types.js';
import { createUpstream } from '../../../../worker/providers/upstream/index.js';
import { UPSTREAM_CHECKS } from '../../../support/checks/check-inputs.js';
import { useRealNetwork } from '../../../support/network/real-network.js';
import { SHORT_MS } from '../../../support/provider/provider-call.js';
import { describeProviderContract, type Opened, type Situation } from '../contract.js';

const API_KEY = 'contract-key';

const FAULTS: Readonly<Partial<Record<Situation, object>>> = {
  other_subject: { fault: 'wrong_subject' },
  unreadable: { fault: 'garbage' },
  silent: { fault: 'hang' },
  breaks_off: { fault: 'reset' },
  fails: { fault: 'status', status: 500 },
};

async function open(situation: Situation): Promise<Opened> {
  const sandbox = await startSandbox({ port: 0, apiKey: API_KEY });
  const fault = FAULTS[situation];
  if (fault !== undefined) {
    await fetch(`${sandbox.url}/_faults`, { method: 'POST', body: JSON.stringify(fault) });
  }
  const provider = createUpstream({
    url: situation === 'unreachable' ? `http://127.0.0.1:${await freePort()}` : sandbox.url,
    apiKey: API_KEY,
    // Only the case that must reach the deadline is given so little time.
    timeoutMs: situation === 'silent' ? SHORT_MS : 10_000,
    reportTypes: DEFAULT_REPORT_TYPES,
  });
  return { provider, seen: () => callsOf(sandbox), close: () => sandbox.close() };
}

const callsOf = (sandbox: Sandbox): number => sandbox.calls().length;

describe('the provider of the specification', () => {
  useRealNetwork();
  describeProviderContract('upstream', {
    checks: UPSTREAM_CHECKS,
    usual: 'said_verification',
    open,
    secrets: [API_KEY, '127.0.0.1'],
  });
});
