import { TEST_SUBJECTS, type TestCase } from '../../../../shared/domain/test-subjects.js';
import { CHECK_CODES } from '../../../../shared/services/index.js';
import type { Provider } from '../../../../worker/providers/provider.js';
import { createSimulator } from '../../../../worker/providers/simulator/index.js';
import { describeProviderContract, type Opened, type Situation } from '../contract.js';

/** The subject that makes the simulator behave in this way; the requested one unless given. */
const CASES: Readonly<Partial<Record<Situation, TestCase>>> = {
  other_subject: 'negative',
  unreadable: 'garbage',
  silent: 'never_answers',
  breaks_off: 'reset',
  fails: 'server_error',
};

async function open(situation: Situation): Promise<Opened> {
  const simulator = createSimulator({ slowMs: 10, timeoutMs: 200 });
  const testCase = CASES[situation];
  let seen = 0;
  const provider: Provider = {
    ...simulator,
    build: (input) => {
      const other = TEST_SUBJECTS.find((row) => row.case === testCase)?.subjects[input.inputType];
      return simulator.build({ ...input, subject: other ?? input.subject });
    },
    send: async (request, reference, mayStillSend) => {
      const exchange = await simulator.send(request, reference, mayStillSend);
      if (exchange.kind !== 'not_sent') seen += 1;
      return exchange;
    },
  };
  return { provider, seen: () => seen, close: async () => undefined };
}

describeProviderContract('the simulator of test mode', {
  checks: CHECK_CODES,
  usual: 'said_verification',
  open,
  secrets: ['unused-key'],
  inProcess: true,
});
