import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../harness/with-client.js';
import type { Sandbox } from '../../sandbox/server.js';
import { toPublicId } from '../../shared/domain/ids.js';
import { ask } from '../client/ask.js';
import type { Random } from '../random.js';

/** Longer than the minute after which a worker without heartbeats counts as dead. */
const PATIENCE_MS = 120_000;
const AGAIN_MS = 2_000;
/** Some of the calls that never arrived are not repeated: the reviewer finds the result elsewhere. */
const CONFIRMED = 0.25;

/** A support user, who asks the provider what it received and believes the answer. */
export class ReviewDesk {
  constructor(
    private readonly options: {
      provider: Sandbox;
      databaseUrl: () => string;
      apiUrl: () => string;
      token: string;
    },
  ) {}

  /**
   * Decides cases in review: what the provider never received is sent back, first without its confirmation and then
   * with it, for as long as the service asks to wait; what it did receive is completed. Throws if no case could be
   * written off.
   */
  async decide(verifications: readonly string[], random: Random): Promise<void> {
    let writtenOff = 0;
    for (const id of verifications) {
      const known = (await this.#hasArrived(id)) || (writtenOff > 0 && random.next() < CONFIRMED);
      if (known) {
        await this.#resolve(id, { decision: 'complete', outcome: 'positive', label: 'Found by hand' });
        continue;
      }
      if (await this.#resolve(id, { decision: 'requeue' }))
        throw new Error(`${id} was sent back unconfirmed`);
      await this.#writeOff(id);
      writtenOff += 1;
    }
    if (writtenOff === 0) throw new Error('Nothing was written off');
  }

  /** By the provider's own log, for every part that is unclear. */
  async #hasArrived(verification: string): Promise<boolean> {
    const received = new Set(this.options.provider.calls().map(({ reference }) => reference));
    return withClient(this.options.databaseUrl(), async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM checks WHERE verification_id = $1 AND status = 'manual_review'`,
        [verification],
      );
      return rows.some(({ id }) => received.has(id));
    });
  }

  async #writeOff(id: string): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (!(await this.#resolve(id, { decision: 'requeue', provider_confirmed_no_charge: true }))) {
      if (performance.now() > giveUpAt) throw new Error(`${id} could not be written off`);
      await sleep(AGAIN_MS);
    }
  }

  /** False on a conflict. */
  async #resolve(id: string, decision: object): Promise<boolean> {
    const { apiUrl, token } = this.options;
    const path = `/api/v1/support/reviews/${toPublicId('verification', id)}/resolution`;
    const body = { note: 'The provider was asked', ...decision };
    const answer = await ask(`${apiUrl()}${path}`, { token, method: 'POST', body });
    if (answer?.status === 200) return true;
    if (answer?.status === 409) return false;
    throw new Error(`The decision about ${id} was answered with ${JSON.stringify(answer)}`);
  }
}
