import { reportEvidence } from '../verify/report-evidence.js';
import { reportLedger } from '../verify/report-ledger.js';
import { runVerification } from '../verify/run-verification.js';
import type { Command } from './command.js';

const EXIT_CODES = 'exits with 0 if everything holds, 1 if not, 2 if it could not be checked';

export const verifyEvidence: Command = {
  usage: '',
  summary: `recomputes the chains of consents, of the audit log and of the access logs, and the transparency log; ${EXIT_CODES}`,
  flags: {},
  run: () => runVerification('The evidence', reportEvidence),
};

export const verifyLedger: Command = {
  usage: '',
  summary: `adds up wallets, entries and reservations; ${EXIT_CODES}`,
  flags: {},
  run: () => runVerification('The ledger', reportLedger),
};
