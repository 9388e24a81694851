import { endsTransaction, READY_OUTSIDE_TRANSACTION } from '../../../harness/postgres-messages.js';
import { type Relay, startRelay, type Tap } from '../../../harness/relay.js';

/** When a connection is cut: before the message reaches the server, or once the server has answered it. */
export type CutMoment = 'before' | 'after';

/** A relay that loses what a test chooses. */
export interface CuttingProxy
  extends Pick<Relay, 'url' | 'sever' | 'restore' | 'refusals' | 'listen' | 'close'> {
  /**
   * Cuts the next connection that sends `text` (COMMIT by default). With `after`, the server has executed it and only
   * its answer is lost.
   */
  cutNext(moment: CutMoment, text?: string): void;
  /**
   * Lets the answer pass to the next commit of a transaction with `text` in it, and severs everything at the statement
   * that follows, on any connection. Resolves when that has happened.
   */
  severAfterCommitOf(text: string): Promise<void>;
  /** Connections cut by `cutNext` so far. */
  cuts(): number;
}

const NOTHING = Buffer.alloc(0);

/** Starts a relay to the server of a PostgreSQL or Redis URL. Messages must not be encrypted. */
export async function startCuttingProxy(serverUrl: string): Promise<CuttingProxy> {
  let armed: { moment: CutMoment; text: string } | undefined;
  let committing: { text: string; told: boolean; severed: () => void } | undefined;
  let cuts = 0;

  function makeTap(cut: () => void): Tap {
    let answer: Buffer | undefined;
    let lost = false;
    let wrote = false;
    let commits = false;
    function cutNow(): Buffer {
      lost = true;
      cuts += 1;
      cut();
      return NOTHING;
    }
    return {
      sent: (bytes) => {
        if (committing?.told === true) {
          relay.sever();
          committing.severed();
          committing = undefined;
          return cutNow();
        }
        wrote ||= committing !== undefined && bytes.includes(committing.text);
        commits ||= wrote && bytes.includes('COMMIT');
        if (armed === undefined || !bytes.includes(armed.text)) return bytes;
        const { moment } = armed;
        armed = undefined;
        if (moment === 'before') return cutNow();
        answer = NOTHING;
        return bytes;
      },
      received: (bytes) => {
        if (commits && committing !== undefined && endsTransaction(bytes)) committing.told = true;
        if (answer === undefined) return bytes;
        answer = Buffer.concat([answer, bytes]);
        return !lost && answer.includes(READY_OUTSIDE_TRANSACTION) ? cutNow() : NOTHING;
      },
    };
  }

  const relay = await startRelay(serverUrl, makeTap);
  return {
    url: relay.url,
    sever: () => relay.sever(),
    restore: () => relay.restore(),
    refusals: () => relay.refusals(),
    listen: () => relay.listen(),
    close: () => relay.close(),
    cutNext: (moment, text = 'COMMIT') => {
      armed = { moment, text };
    },
    severAfterCommitOf: (text) =>
      new Promise((severed) => {
        committing = { text, told: false, severed };
      }),
    cuts: () => cuts,
  };
}
