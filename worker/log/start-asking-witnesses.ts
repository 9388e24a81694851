import type { WitnessAddress } from '../../shared/config/worker.js';
import type { Database } from '../../shared/db/database.js';
import { loadConsistency, loadHead } from '../../shared/log/proofs.js';
import type { Logger } from '../../shared/logger.js';
import { repeatUntilStopped } from '../../shared/repeat.js';
import { askWitness } from './ask-witness.js';
import type { LogMetrics } from './log-metrics.js';

const PAUSE_MS = 1_000;
/** A witness at another size is asked once more, from that size. */
const ATTEMPTS = 2;

export interface WitnessingDeps {
  db: Pick<Database, 'query' | 'statement'>;
  witnesses: readonly WitnessAddress[];
  metrics: LogMetrics;
  logger: Logger;
}

/** Keeps having the witnesses sign the newest checkpoint; without witnesses it does nothing. */
export function startAskingWitnesses(deps: WitnessingDeps): { stop(): Promise<void> } {
  if (deps.witnesses.length === 0) return { stop: async () => undefined };
  const asking = new Witnessing(deps);
  return repeatUntilStopped({
    run: () => asking.ask(),
    pauseMs: PAUSE_MS,
    onError: (error) => deps.logger.warn({ err: error }, 'the witnesses could not be asked'),
  });
}

/** Remembers which size each witness has signed; whatever it forgets, the witness tells it. */
export class Witnessing {
  readonly #sizes = new Map<WitnessAddress, number>();
  readonly #refusing = new Set<WitnessAddress>();

  constructor(private readonly deps: WitnessingDeps) {}

  /** Shows the newest checkpoint to all witnesses and publishes it with the signatures it got. */
  async ask(): Promise<void> {
    const { db, witnesses, logger } = this.deps;
    const head = await loadHead(db);
    if (head === undefined || head.size === 0 || head.cosigned_size === head.size) return;
    const answers = await Promise.all(
      witnesses.map((witness) =>
        this.#askOne(witness, head.size, head.note).catch((error: unknown) => {
          logger.warn({ err: error, witness: witness.name }, 'a witness did not answer');
          return '';
        }),
      ),
    );
    const lines = answers.join('');
    if (lines === '') return;
    await db.statement(
      'UPDATE log_state SET cosigned_size = $1, cosigned_note = $2 WHERE cosigned_size < $1 RETURNING id',
      [head.size, head.note + lines],
    );
  }

  /** A witness signed more than it was shown: either another worker was faster, or the log went back. */
  async #judgeAhead(witness: WitnessAddress, signed: number): Promise<void> {
    const size = (await loadHead(this.deps.db))?.size ?? 0;
    if (signed <= size) return;
    this.deps.logger.error(
      { witness: witness.name, signed, size },
      'a witness has signed more than the log has',
    );
    this.#agrees(witness, false);
  }

  #agrees(witness: WitnessAddress, agrees: boolean): void {
    if (agrees) this.#refusing.delete(witness);
    else this.#refusing.add(witness);
    this.deps.metrics.setContradicted('witness', this.#refusing.size > 0);
  }

  /** The line of one witness's signature; empty while it refuses. */
  async #askOne(witness: WitnessAddress, size: number, note: string): Promise<string> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const old = this.#sizes.get(witness) ?? 0;
      const proof = await loadConsistency(this.deps.db, old, size);
      const answer = await askWitness(witness, { old, proof, note });
      if (answer.kind === 'signed') {
        this.#sizes.set(witness, size);
        this.#agrees(witness, true);
        return answer.line;
      }
      if (answer.kind === 'refused') {
        const { status, why } = answer;
        this.deps.logger.error({ witness: witness.name, status, why, size }, 'a witness refuses the log');
        if (why.startsWith('INCONSISTENT')) this.#agrees(witness, false);
        return '';
      }
      if (answer.size > size) {
        await this.#judgeAhead(witness, answer.size);
        return '';
      }
      this.#sizes.set(witness, answer.size);
    }
    return '';
  }
}
