import { refuseArguments } from '../shared/config/refuse-arguments.js';
import { reportEvidence } from './verify/report-evidence.js';
import { runVerification } from './verify/run-verification.js';

refuseArguments();
process.exitCode = await runVerification('The evidence', reportEvidence);
