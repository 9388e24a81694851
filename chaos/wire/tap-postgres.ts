import { beginsTransaction, ClientMessageReader, endsTransaction } from '../../harness/postgres-messages.js';
import type { Tap } from '../../harness/relay.js';
import type { Trigger, Watch } from './trigger.js';

const NOTHING = Buffer.alloc(0);

/** Watches one connection to PostgreSQL for the moment a trigger waits for. */
export function tapPostgres(trigger: Trigger): Tap {
  const reader = new ClientMessageReader();
  let transaction: string[] = [];
  let awaiting: 'after' | 'told' | undefined;
  let cut = false;

  function sent(bytes: Buffer): Buffer {
    // What the process still had in flight when it died comes after what was held back.
    if (cut) return NOTHING;
    const passed: Buffer[] = [];
    for (const message of reader.read(bytes)) {
      if (message.statement !== undefined && isAwaited(message.statement)) {
        const moment = trigger.armed('postgres')?.moment;
        if (moment === 'before') {
          cut = true;
          trigger.strike();
          return Buffer.concat(passed);
        }
        awaiting = moment;
      }
      passed.push(message.bytes);
    }
    return Buffer.concat(passed);
  }

  function isAwaited(statement: string): boolean {
    if (beginsTransaction(statement)) transaction = [];
    transaction.push(statement);
    const watch = trigger.armed('postgres');
    return watch !== undefined && fits(watch, statement, transaction);
  }

  function received(bytes: Buffer): Buffer {
    if (awaiting === undefined) return bytes;
    if (endsTransaction(bytes)) trigger.strike();
    return awaiting === 'after' ? NOTHING : bytes;
  }
  return { sent, received };
}

function fits(
  watch: Extract<Watch, { link: 'postgres' }>,
  statement: string,
  transaction: readonly string[],
): boolean {
  if (watch.commit !== true) return watch.statement.test(statement);
  return statement === 'COMMIT' && transaction.some((text) => watch.statement.test(text));
}
