import type { KeyObject } from 'node:crypto';
import type { CallResult, CheckResult, Settlement } from '../../shared/commands/settlement.js';
import { sealFor } from '../../shared/db/sealed-verification.js';
import type { Exchange, Finding, Verdict } from '../provider/types.js';
import type { PendingCheck } from './pending-check.js';

/** What a refused input is called on the report. */
const REJECTED_LABEL = 'The provider refused this input: no check was made and nothing is charged';

/** Turns the verdict on one call into what the database is told, with everything personal sealed. */
export function describeSettlement(
  check: PendingCheck,
  callId: string,
  dataKey: KeyObject,
  exchange: Exchange,
  verdict: Verdict,
): Settlement {
  return {
    clientId: check.client_id,
    verificationId: check.verification_id,
    checkId: check.id,
    call: callResult(callId, dataKey, exchange, verdict),
    result: checkResult(check.id, dataKey, verdict),
  };
}

function callResult(callId: string, dataKey: KeyObject, exchange: Exchange, verdict: Verdict): CallResult {
  const answer = exchange.kind === 'answer' ? exchange : undefined;
  return {
    id: callId,
    state: verdict.class,
    httpStatus: answer?.status ?? null,
    reason: reasonOf(exchange, verdict),
    answerSealed: answer === undefined ? null : sealFor(dataKey, 'answer_sealed', callId, answer.body),
  };
}

/** The error code where there was no answer, else the word of the verdict. */
function reasonOf(exchange: Exchange, verdict: Verdict): string | null {
  if (exchange.kind !== 'answer') return exchange.error.slice(0, 60);
  return 'reason' in verdict ? verdict.reason.slice(0, 60) : null;
}

function checkResult(checkId: string, dataKey: KeyObject, verdict: Verdict): CheckResult {
  switch (verdict.class) {
    case 'not_sent':
    case 'refused_for_now':
      return { status: 'pending' };
    case 'answered':
      return completed(checkId, dataKey, verdict.finding);
    case 'refused':
      return {
        status: 'completed',
        outcome: 'rejected',
        label: REJECTED_LABEL,
        detailsSealed: null,
        referenceSealed: null,
        photoSealed: null,
      };
    case 'uncertain':
      return {
        status: 'manual_review',
        reviewReason: verdict.answerComplete ? 'unclear_answer' : 'no_answer',
      };
  }
}

function completed(checkId: string, dataKey: KeyObject, finding: Finding): CheckResult {
  return {
    status: 'completed',
    outcome: finding.outcome,
    label: finding.label,
    detailsSealed: sealFor(dataKey, 'details_sealed', checkId, JSON.stringify(finding.details)),
    referenceSealed:
      finding.reference === '' ? null : sealFor(dataKey, 'reference_sealed', checkId, finding.reference),
    photoSealed:
      finding.photo === undefined ? null : sealFor(dataKey, 'photo_sealed', checkId, finding.photo),
  };
}
