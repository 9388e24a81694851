import { beginsTransaction, ClientMessageReader, endsTransaction } from '../../harness/postgres-messages.js';
import type { MakeTap } from '../../harness/relay.js';
import type { Random } from '../random.js';

/** The critical transactions, recognised by a statement unique to each. */
const STATEMENTS = {
  acceptance: 'INSERT INTO verifications',
  marker: 'INSERT INTO provider_calls',
  settlement: 'UPDATE provider_calls AS old',
} as const;

/** The purpose of a transaction. */
export type Purpose = keyof typeof STATEMENTS | 'other';

/** How many commits were lost before they arrived, and how many answers to completed commits. */
export interface Losses {
  commits: number;
  answers: number;
}

/** What to lose: a share of all commits, and among these the share that loses only its answer. */
export interface Loss {
  share: number;
  answers: number;
}

const NOTHING = Buffer.alloc(0);

/** Loses some of the commits that links to PostgreSQL forward, while it is told to. */
export class LossyCommits {
  /** What has been lost so far. */
  readonly losses: Readonly<Record<Purpose, Losses>> = {
    acceptance: { commits: 0, answers: 0 },
    marker: { commits: 0, answers: 0 },
    settlement: { commits: 0, answers: 0 },
    other: { commits: 0, answers: 0 },
  };
  #random: Random | undefined;
  #loss: Loss = { share: 0, answers: 0 };

  /** Starts losing this. */
  lose(loss: Loss, random: Random): void {
    this.#loss = loss;
    this.#random = random;
  }

  stop(): void {
    this.#loss = { share: 0, answers: 0 };
  }

  readonly makeTap: MakeTap = (cut) => {
    const reader = new CommitReader();
    let losing: Purpose | undefined;
    const cutFor = (purpose: Purpose, what: keyof Losses): Buffer => {
      this.losses[purpose][what] += 1;
      cut();
      return NOTHING;
    };
    return {
      sent: (bytes) => {
        const purpose = reader.read(bytes);
        if (purpose === undefined || !this.#draw(this.#loss.share)) return bytes;
        if (!this.#draw(this.#loss.answers)) return cutFor(purpose, 'commits');
        losing = purpose;
        return bytes;
      },
      received: (bytes) => {
        if (losing === undefined) return bytes;
        if (!endsTransaction(bytes)) return NOTHING;
        const purpose = losing;
        // What the server sends after the cut is not the answer to a commit.
        losing = undefined;
        return cutFor(purpose, 'answers');
      },
    };
  };

  #draw(share: number): boolean {
    return this.#random !== undefined && this.#random.next() < share;
  }
}

/** Tracks the purpose of one connection's transactions. */
class CommitReader {
  readonly #messages = new ClientMessageReader();
  #purpose: Purpose = 'other';

  /** The purpose of the transaction committed by these bytes, if any. */
  read(bytes: Buffer): Purpose | undefined {
    let committed: Purpose | undefined;
    for (const { statement } of this.#messages.read(bytes)) {
      if (statement === undefined) continue;
      const purpose = purposeOf(statement);
      if (beginsTransaction(statement)) this.#purpose = 'other';
      else if (purpose !== undefined) this.#purpose = purpose;
      // A marker is a single-statement transaction.
      if (statement === 'COMMIT' || purpose === 'marker') committed = this.#purpose;
    }
    return committed;
  }
}

function purposeOf(statement: string): keyof typeof STATEMENTS | undefined {
  const purposes = Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[];
  return purposes.find((purpose) => statement.includes(STATEMENTS[purpose]));
}
