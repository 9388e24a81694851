import { setTimeout as sleep } from 'node:timers/promises';
import type { CostSite } from './cost-site.js';

const SEALS_WITHIN_MS = 120_000;

/** Waits until every verification is settled and all ledger entries are in the transparency log. */
export async function untilSealed({ superuser }: Pick<CostSite, 'superuser'>): Promise<void> {
  const giveUpAt = performance.now() + SEALS_WITHIN_MS;
  for (;;) {
    const { rows } = await superuser.query<{ open: boolean }>(OPEN);
    if (rows[0]?.open === false) return;
    if (performance.now() > giveUpAt) throw new Error('The verifications do not settle');
    await sleep(20);
  }
}

const OPEN = `
  SELECT EXISTS (SELECT FROM verifications WHERE status = 'pending') OR EXISTS (
    SELECT FROM wallets w LEFT JOIN log_cursors l USING (client_id)
    WHERE coalesce(l.wallet_no, 0) < w.last_entry_no) AS open`;
