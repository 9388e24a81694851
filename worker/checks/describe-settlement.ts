import type { KeyObject } from 'node:crypto';
import { sealFor } from '../../shared/db/sealed-verification.js';
import type { CallResult, CallSettlement, CheckResult } from '../../shared/settlement/settlement.js';
import type { Exchange, Finding, Verdict } from '../providers/types.js';
import type { PendingCheck } from './pending-check.js';

/** What a refused input is called on the report. It says nothing of credits: a part of a bundle is charged with the others. */
const REJECTED_LABEL = 'The provider refused this input, so this check was not made';

/** Turns the verdict on one call into what the database is told, with everything personal sealed. */
export function describeSettlement(
  check: PendingCheck,
  callId: string,
  dataKey: KeyObject,
  exchange: Exchange,
  verdict: Verdict,
): CallSettlement {
  return {
    clientId: check.client_id,
    verificationId: check.verification_id,
    checkId: check.id,
    call: callResult(callId, dataKey, exchange, verdict),
    result: checkResult(check, dataKey, verdict),
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

/**
 * Complete answers that refuse a check for now until a person looks at it. What was not sent costs nobody anything and
 * is tried for a day, some 1 500 times; a refusal is work of the provider, and somebody has to see one that never ends.
 * Twenty outlast half an hour of a route whose circuit opens and closes, with waits of up to a minute.
 */
const MOST_REFUSALS = 20;

function checkResult(check: PendingCheck, dataKey: KeyObject, verdict: Verdict): CheckResult {
  switch (verdict.class) {
    case 'not_sent':
      return { status: 'pending' };
    case 'refused_for_now':
      if (check.refusals + 1 < MOST_REFUSALS) return { status: 'pending' };
      return { status: 'manual_review', reviewReason: 'not_reached' };
    case 'answered':
      return completed(check.id, dataKey, verdict.finding);
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
