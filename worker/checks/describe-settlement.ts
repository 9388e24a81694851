import type { KeyObject } from 'node:crypto';
import { sealFor } from '../../shared/db/sealed-verification.js';
import type { CallResult, CallSettlement, CheckResult } from '../../shared/settlement/settlement.js';
import type { Exchange, Finding, Verdict } from '../providers/types.js';
import type { PendingCheck } from './pending-check.js';

/**
 * Report label of a refused input. It does not mention credits, because a part of a bundle is charged along
 * with the others.
 */
const REJECTED_LABEL = 'The provider refused this input, so this check was not made';

/** Turns the verdict on one call into a settlement for the database, with all personal data sealed. */
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

/** The error code if there was no answer, otherwise the verdict's reason. */
function reasonOf(exchange: Exchange, verdict: Verdict): string | null {
  if (exchange.kind !== 'answer') return exchange.error.slice(0, 60);
  return 'reason' in verdict ? verdict.reason.slice(0, 60) : null;
}

/**
 * Complete "refused for now" answers after which a person looks at the check. Calls that were never sent cost
 * nothing and are retried for a day, some 1 500 times; but each refusal is work for the provider, and an
 * endless series needs attention. Twenty outlast half an hour of a route whose circuit opens and closes, with
 * waits of up to a minute.
 */
const MAX_REFUSALS = 20;

function checkResult(check: PendingCheck, dataKey: KeyObject, verdict: Verdict): CheckResult {
  switch (verdict.class) {
    case 'not_sent':
      return { status: 'pending' };
    case 'refused_for_now':
      if (check.refusals + 1 < MAX_REFUSALS) return { status: 'pending' };
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
