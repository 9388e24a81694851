import { reportEvidence } from './verify/report-evidence.js';
import { runVerification } from './verify/run-verification.js';

process.exitCode = await runVerification('The evidence', reportEvidence);
