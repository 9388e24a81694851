import { reportEvidence } from '../verify/report-evidence.js';
import { reportLedger } from '../verify/report-ledger.js';
import { runVerification } from '../verify/run-verification.js';
import type { Command } from './command.js';

const EXIT_CODES = 'ends with 0 when all of it holds, 1 when not, 2 when it could not look';

export const verifyEvidence: Command = {
  usage: '',
  summary: `re-computes the chains of consents and of the audit log; ${EXIT_CODES}`,
  flags: {},
  run: () => runVerification('The evidence', reportEvidence),
};

export const verifyLedger: Command = {
  usage: '',
  summary: `adds wallets, entries and holds up; ${EXIT_CODES}`,
  flags: {},
  run: () => runVerification('The ledger', reportLedger),
};
