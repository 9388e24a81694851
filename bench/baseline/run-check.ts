import type { DataSource } from 'typeorm';
import type { WorkerConfig } from '../../shared/config/worker.js';
import { Check, ProviderCall, Verification, Wallet } from '../../shared/db/entities/index.js';
import { newId } from '../../shared/domain/ids.js';
import { moveCredits } from '../../shared/domain/ledger.js';
import { resultOfChecks } from '../../shared/domain/result-of-checks.js';
import { serviceOf } from '../../shared/services/index.js';
import type { Settlement } from '../../shared/settlement/settlement.js';
import { describeSettlement } from '../../worker/checks/describe-settlement.js';
import { openCheck } from '../../worker/checks/open-check.js';
import type { PendingCheck } from '../../worker/checks/pending-check.js';
import type { SendOnce } from '../../worker/providers/kit/http-client.js';
import { judgeUpstream } from '../../worker/providers/upstream/outcome-table.js';
import { requestOf } from '../../worker/providers/upstream/routes/index.js';
import { writeLedgerLine } from './accept.js';

export interface RunCheckDeps {
  dataSource: DataSource;
  provider: SendOnce;
  config: WorkerConfig;
}

/** Runs one check: marks, calls and settles it, each step in its own transaction. */
export async function runCheck(
  checkId: string,
  { dataSource, provider, config }: RunCheckDeps,
): Promise<void> {
  const check = await dataSource.getRepository(Check).findOneBy({ id: checkId });
  if (check?.status !== 'pending') return;
  const verification = await dataSource
    .getRepository(Verification)
    .findOneByOrFail({ id: check.verificationId });
  const pending = pendingCheck(check, verification);
  const open = openCheck(pending, config.encryptionKeys);
  const request = requestOf(open.input, config.reportTypes);
  const callId = newId();
  // The unique index lets only one call through.
  await dataSource.getRepository(ProviderCall).insert({
    id: callId,
    clientId: check.clientId,
    checkId,
    worker: 'baseline',
    deadlineAt: new Date(Date.now() + config.providerTimeoutMs),
  });
  const exchange = await provider(request, checkId, async () => undefined);
  const verdict = judgeUpstream(exchange, open.input);
  await settle(dataSource, describeSettlement(pending, callId, open.dataKey, exchange, verdict));
}

function pendingCheck(check: Check, verification: Verification): PendingCheck {
  const { subjectSealed, parametersSealed, dataKey } = verification;
  if (subjectSealed === null || parametersSealed === null || dataKey === null) {
    throw new Error('An open check has its personal data');
  }
  return {
    id: check.id,
    client_id: check.clientId,
    verification_id: check.verificationId,
    service_code: check.serviceCode,
    subject_type: verification.subjectType,
    subject_sealed: subjectSealed,
    parameters_sealed: parametersSealed,
    data_key: dataKey,
    correlation_id: verification.correlationId,
    traceparent: null,
    age_seconds: 0,
    earlier_calls: 0,
    refusals: 0,
  };
}

async function settle(
  dataSource: DataSource,
  { clientId, verificationId, checkId, call, result }: Settlement,
) {
  await dataSource.transaction(async (manager) => {
    const lock = { mode: 'pessimistic_write' } as const;
    const wallet = await manager.findOneOrFail(Wallet, { where: { clientId }, lock });
    const verification = await manager.findOneOrFail(Verification, { where: { id: verificationId }, lock });
    const checks = await manager.find(Check, { where: { verificationId }, lock });
    const check = checks.find(({ id }) => id === checkId);
    if (check?.status !== 'pending') return;
    const now = new Date();
    const { id, ...outcome } = call ?? {};
    await manager.update(ProviderCall, { id, state: 'started' }, { ...outcome, finishedAt: now });
    if (result.status === 'pending') return;
    const { status: _status, ...facts } = result;
    await manager.update(Check, { id: checkId }, { ...facts, status: result.status, settledAt: now });
    Object.assign(check, { outcome: null, label: null, reviewReason: null, ...result });
    const settled = resultOfChecks(serviceOf(verification.serviceCode), checks);
    if (settled === undefined) return;
    const completed = settled.status === 'completed';
    await manager.update(
      Verification,
      { id: verificationId },
      {
        status: settled.status,
        version: verification.version + 1,
        ...(completed
          ? {
              outcome: settled.outcome,
              label: settled.label,
              creditsReserved: 0,
              creditsCharged: settled.settleBy === 'charge' ? verification.credits : 0,
              completedAt: now,
            }
          : { reviewReason: settled.reviewReason }),
      },
    );
    if (completed) {
      await writeLedgerLine(
        manager,
        wallet,
        moveCredits(wallet, settled.settleBy, verification.credits),
        verificationId,
      );
    }
  });
}
