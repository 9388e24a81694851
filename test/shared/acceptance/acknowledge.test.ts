import { expect } from 'chai';
import { type AcknowledgeDeps, acknowledge } from '../../../shared/acceptance/acknowledge.js';
import { UnknownCommitError } from '../../../shared/db/unknown-commit.js';
import { newId } from '../../../shared/domain/ids.js';

const DATABASE = { historyId: newId(), systemIdentifier: '7300000000000000001', timeline: 3 };

describe('acknowledge', () => {
  const REFUSES = async () => 'superseded' as const;
  const AWAY = () => Promise.reject(new Error('Redis is away'));
  const failure = (note: AcknowledgeDeps['acknowledgements']['note'], look: () => Promise<void>) =>
    acknowledge(DATABASE, [newId()], { acknowledgements: { note }, history: { look } }).catch(
      (error: unknown) => error,
    );

  it('lets the answers leave when the witness cannot be reached', async () => {
    expect(await failure(AWAY, async () => undefined)).to.equal(undefined);
  });

  it('lets none leave that the witness has refused, also when it cannot be brought up to date', async () => {
    expect(await failure(REFUSES, async () => undefined)).to.be.instanceOf(UnknownCommitError);
    expect(await failure(REFUSES, AWAY)).to.be.instanceOf(UnknownCommitError);
    const endless = new Promise<void>(() => undefined);
    expect(await failure(REFUSES, () => endless)).to.be.instanceOf(UnknownCommitError);
  });

  it('notes them once more with a witness that was behind', async () => {
    const answers = ['superseded', 'noted'] as const;
    let asked = 0;
    const note = async () => answers[asked++] ?? 'noted';
    expect(await failure(note, async () => undefined)).to.equal(undefined);
    expect(asked).to.equal(2);
  });
});
