import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { SettlementListener } from '../../../api/verifications/settlement-listener.js';
import type { DatabasePool } from '../../../shared/db/database.js';
import { newId } from '../../../shared/domain/ids.js';

describe('SettlementListener', () => {
  it('looks for results on one connection, however long PostgreSQL takes, and goes on afterwards', async () => {
    const answers: ((rows: { id: string }[]) => void)[] = [];
    const query = () => new Promise((resolve) => answers.push(resolve));
    const db = { scoped: () => ({ query }) } as unknown as DatabasePool;
    const subscriber = Object.assign(new EventEmitter(), {
      subscribe: async () => undefined,
      disconnect: () => undefined,
    });
    const listener = new SettlementListener(subscriber as unknown as Redis, db);
    const key = { clientId: newId(), id: newId() };
    const waiting = listener.wait(key, 10_000, new AbortController().signal);
    await sleep(2_500);
    expect(answers).to.have.length(1);
    answers[0]?.([]);
    await sleep(1_500);
    expect(answers).to.have.length(2);
    answers[1]?.([key]);
    await waiting;
    await listener.close();
  });
});
