import type { MakeTap } from '../../test/support/relay.js';
import type { Random } from '../random.js';
import { ClientMessageReader, endsTransaction } from '../wire/postgres-messages.js';

const NOTHING = Buffer.alloc(0);

/** Loses some of the commits that pass a link to PostgreSQL, for as long as it is told to. */
export class LossyCommits {
  #random: Random | undefined;
  #share = 0;
  /** Connections cut around a commit so far. */
  cuts = 0;

  /** From now on this share of the commits is lost: half of them before they arrive, half with their answer. */
  lose(share: number, random: Random): void {
    this.#share = share;
    this.#random = random;
  }

  stop(): void {
    this.#share = 0;
  }

  readonly makeTap: MakeTap = (cut) => {
    const reader = new ClientMessageReader();
    let losing = false;
    const cutNow = (): Buffer => {
      this.cuts += 1;
      cut();
      return NOTHING;
    };
    return {
      sent: (bytes) => {
        const fate = this.#fateOf(reader.read(bytes).some(({ statement }) => isCommit(statement)));
        if (fate === 'before') return cutNow();
        losing ||= fate === 'after';
        return bytes;
      },
      received: (bytes) => {
        if (!losing) return bytes;
        return endsTransaction(bytes) ? cutNow() : NOTHING;
      },
    };
  };

  #fateOf(commits: boolean): 'before' | 'after' | 'passes' {
    if (!commits || this.#random === undefined || this.#random.next() >= this.#share) return 'passes';
    return this.#random.next() < 0.5 ? 'before' : 'after';
  }
}

/** Also the marker of a call, which is a transaction of one statement. */
function isCommit(statement: string | undefined): boolean {
  return statement === 'COMMIT' || statement?.includes('INSERT INTO provider_calls') === true;
}
