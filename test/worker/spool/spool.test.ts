import {
  copyFileSync,
  mkdirSync,
  promises,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { temporaryFolder } from '../../../harness/temporary-folder.js';
import { sealUnderRing } from '../../../shared/crypto/seal.js';
import { newId } from '../../../shared/domain/ids.js';
import { OperatorError } from '../../../shared/operator-error.js';
import type { CallSettlement } from '../../../shared/settlement/settlement.js';
import { asDiskError, isPassingDiskError } from '../../../worker/spool/disk-error.js';
import { reportReasons, settleSpool } from '../../../worker/spool/settle-spool.js';
import { Spool } from '../../../worker/spool/spool.js';
import { findUnderOtherKeys } from '../../../worker/spool/spooled-files.js';
import { watchSpool } from '../../../worker/spool/watch-spool.js';
import { recordingLogger } from '../../support/checks/check-worker.js';
import { callOf, resultOf } from '../../support/checks/settlements.js';
import { testKeys } from '../../support/processes/keys.js';

function newSettlement(): CallSettlement {
  return {
    clientId: newId(),
    verificationId: newId(),
    checkId: newId(),
    call: callOf(newId(), 'positive'),
    result: resultOf('positive'),
  };
}

/** Takes no files, not even from root. */
function replaceByFile(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
}

describe('Spool', () => {
  let folder: string;
  let spool: Spool;
  beforeEach(async () => {
    folder = join(temporaryFolder(), 'spool');
    spool = await Spool.open(folder, testKeys.encryptionKeys);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('looks for other keys only in what it has written', async () => {
    await spool.put(newSettlement());
    mkdirSync(join(folder, `${newId()}.settlement.set-aside`));
    const huge = join(folder, `${newId()}.settlement`);
    writeFileSync(huge, '');
    truncateSync(huge, 17 * 1_024 * 1_024);
    expect(await findUnderOtherKeys(folder, testKeys.encryptionKeys)).to.deep.equal([]);
  });

  it('keeps a settlement whole, sealed, for its own user alone', async () => {
    const settlement = newSettlement();
    const name = await spool.put(settlement);
    expect(readdirSync(folder)).to.deep.equal([name]);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    expect(statSync(join(folder, name)).mode & 0o777).to.equal(0o600);
    expect(readFileSync(join(folder, name)).includes(settlement.checkId)).to.equal(false);
    expect(await spool.read(name)).to.deep.equal(settlement);
  });

  it('keeps it once however often it is given, and forgets what is removed', async () => {
    const settlement = newSettlement();
    await spool.put(settlement);
    const name = await spool.put(settlement);
    expect(await spool.count()).to.deep.equal({ waiting: 1, setAside: 0 });
    await spool.remove(name);
    await spool.remove(name);
    expect(await spool.read(name)).to.equal(undefined);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('leaves nothing behind of a settlement that it could not keep', async () => {
    const settlement = newSettlement();
    // A folder with the name of the file: everything works but the last step.
    mkdirSync(join(folder, `${settlement.call.id}.settlement`));
    expect(await spool.put(settlement).catch(({ cause }) => cause.code)).to.equal('EISDIR');
    expect(readdirSync(folder)).to.deep.equal([`${settlement.call.id}.settlement`]);
  });

  it('writes one answer after the other, so that a disk that hangs occupies one thread', async () => {
    let done = false;
    const all = Promise.all(Array.from({ length: 8 }, () => spool.put(newSettlement()))).finally(() => {
      done = true;
    });
    const counts: number[] = [];
    while (!done) {
      await nextTurn();
      counts.push(readdirSync(folder).filter((name) => name.endsWith('.unfinished')).length);
    }
    expect(Math.max(...counts)).to.be.at.most(1);
    expect(readdirSync(folder)).to.have.members(await all);
  });

  it('keeps a settlement though the folder was removed meanwhile, in which nothing waits', async () => {
    rmSync(folder, { recursive: true });
    expect(await spool.list()).to.deep.equal([]);
    expect(await spool.count()).to.deep.equal({ waiting: 0, setAside: 0 });
    const name = await spool.put(newSettlement());
    expect(readdirSync(folder)).to.deep.equal([name]);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
  });

  it('says why the disk does not take a settlement, and what to do', async () => {
    replaceByFile(folder);
    const error = await spool.put(newSettlement()).catch((reason) => reason);
    expect(error).to.be.instanceOf(OperatorError);
    expect(error.message).to.equal(
      `SPOOL_DIR (${folder}) cannot be used: there is a file in its place (EEXIST)`,
    );
  });

  it('refuses a folder that cannot be made, and says how to mend it', async () => {
    writeFileSync(join(folder, 'file'), '');
    const refusal = await Spool.open(join(folder, 'file'), testKeys.encryptionKeys).catch((error) => error);
    expect(refusal).to.be.instanceOf(OperatorError);
    expect(refusal.message).to.include('SPOOL_DIR').and.to.include('not writable');
  });

  // Root may do everything, but a file system that accepts no files stops even root.
  it('refuses a folder that cannot be written', async () => {
    const refusal = await Spool.open('/proc/self', testKeys.encryptionKeys).catch((error) => error);
    expect(refusal).to.be.instanceOf(OperatorError);
  });

  describe('when it is watched', () => {
    const scrape = async (watched: Pick<Spool, 'count' | 'isWritable'>): Promise<string[]> => {
      const registry = new Registry();
      watchSpool(registry, watched);
      return (await registry.metrics()).split('\n').filter((line) => line.startsWith('spool'));
    };

    it('shows what it holds, and that it takes more, and leaves nothing behind', async () => {
      const name = await spool.put(newSettlement());
      expect(await scrape(spool)).to.deep.equal([
        'spooled_settlements{state="waiting"} 1',
        'spooled_settlements{state="set_aside"} 0',
        'spool_writable 1',
      ]);
      expect(readdirSync(folder)).to.deep.equal([name]);
    });

    it('shows that it takes nothing, and no figure that nobody knows', async () => {
      replaceByFile(folder);
      expect(await scrape(spool)).to.deep.equal(['spool_writable 0']);
    });

    it('is examined once at a time on a disk that hangs, which counts as one that takes nothing', async () => {
      let begun = 0;
      const hanging = {
        count: () => {
          begun += 1;
          return new Promise<never>(() => undefined);
        },
        isWritable: () => Promise.resolve(true),
      };
      const registry = new Registry();
      watchSpool(registry, hanging);
      for (let times = 0; times < 2; times += 1)
        expect(await registry.metrics()).to.include('spool_writable 0');
      expect(begun).to.equal(1);
    }).timeout(15_000);
  });

  describe('when it is settled', () => {
    const { logger, logged } = recordingLogger();
    const settled: CallSettlement[] = [];
    const run = (settle: () => Promise<boolean>, stopping?: () => boolean) =>
      settleSpool(
        {
          spool,
          logger,
          store: {
            settle: (settlement) => {
              settled.push(settlement as CallSettlement);
              return settle();
            },
          },
        },
        stopping,
      );
    beforeEach(() => settled.splice(0));

    it('removes what is settled', async () => {
      const settlement = newSettlement();
      await spool.put(settlement);
      await run(async () => true);
      expect(settled).to.deep.equal([settlement]);
      expect(readdirSync(folder)).to.deep.equal([]);
    });

    it('leaves everything for later while the database is away', async () => {
      const name = await spool.put(newSettlement());
      const away = Object.assign(new Error(), { code: 'ECONNREFUSED' });
      const error = await run(() => Promise.reject(away)).catch((reason) => reason);
      expect(error).to.equal(away);
      expect(readdirSync(folder)).to.deep.equal([name]);
    });

    for (const [why, code] of [
      ['this process may open no more files', 'EMFILE'],
      ['a disk over the network is away', 'ETIMEDOUT'],
    ]) {
      it(`leaves everything for later while ${why}`, async () => {
        const name = await spool.put(newSettlement());
        const passing = Object.assign(new Error(), { code });
        expect(isPassingDiskError(passing)).to.equal(true);
        // As Spool does with such an error, which cannot be had without harm to all other tests.
        spool.read = () => Promise.reject(asDiskError(folder, passing));
        const error = await run(async () => true).catch((reason) => reason);
        expect(error).to.be.instanceOf(OperatorError);
        expect(readdirSync(folder)).to.deep.equal([name]);
      });
    }

    /** Runs on a file system where this works differently, and resolves to what the pass failed with. */
    const runWith = (system: Record<string, unknown>): Promise<unknown> => {
      const own = { ...promises };
      Object.assign(promises, system);
      syncBuiltinESMExports();
      return run(async () => true)
        .catch((reason) => reason)
        .finally(() => {
          Object.assign(promises, own);
          syncBuiltinESMExports();
        });
    };

    it('leaves for later a file that this process can open later', async () => {
      const name = await spool.put(newSettlement());
      const stat = () => Promise.reject(Object.assign(new Error(), { code: 'EMFILE' }));
      expect(await runWith({ stat })).to.be.instanceOf(OperatorError);
      expect(readdirSync(folder)).to.deep.equal([name]);
    });

    it('sets aside what another release has written in another form', async () => {
      const id = newId();
      const content = JSON.stringify({ version: 2, settlement: newSettlement() });
      const place = { table: 'spool', column: 'settlement', id };
      const sealed = sealUnderRing(testKeys.encryptionKeys, Buffer.from(content), place);
      writeFileSync(join(folder, `${id}.settlement`), sealed);
      await run(async () => true);
      expect(settled).to.deep.equal([]);
      expect(readdirSync(folder)).to.deep.equal([`${id}.settlement.set-aside`]);
    });

    it('leaves for later what the server fails at, settles the others, and says so', async () => {
      const names = [await spool.put(newSettlement()), await spool.put(newSettlement())];
      const damaged = Object.assign(new Error(), { code: 'XX001' });
      const pass = run(() => (settled.length === 1 ? Promise.reject(damaged) : Promise.resolve(true)));
      expect(await pass.catch((reason) => reason)).to.equal(damaged);
      expect(settled).to.have.length(2);
      const left = readdirSync(folder);
      expect(left).to.have.length(1);
      expect(names).to.include(left[0]);
    });

    it('leaves for later what is of a client whose wallet is locked, asks once, settles the others, and says so', async () => {
      const [held, free] = [newId(), newId()];
      for (const clientId of [held, free, held, free, held])
        await spool.put({ ...newSettlement(), clientId });
      const locked = Object.assign(new Error(), { code: '55P03' });
      const pass = run(() =>
        settled.at(-1)?.clientId === held ? Promise.reject(locked) : Promise.resolve(true),
      );
      expect(await pass.catch((reason) => reason)).to.equal(locked);
      expect(settled.map(({ clientId }) => clientId)).to.have.members([held, free, free]);
      expect(readdirSync(folder)).to.have.length(3);
    });

    it('takes up what a process left that died while writing, once none can be writing it', async () => {
      const left = (id: string): string => join(folder, `${id}.0123456789ab.unfinished`);
      const [whole, kept, half, begun] = [newSettlement(), newSettlement(), newId(), newId()];
      for (const settlement of [whole, kept]) {
        const path = join(folder, await spool.put(settlement));
        copyFileSync(path, left(settlement.call.id));
        if (settlement === whole) rmSync(path);
      }
      for (const id of [half, begun, 'probe']) writeFileSync(left(id), 'half of it');
      const before = new Date(Date.now() - 11 * 60_000);
      for (const id of [whole.call.id, kept.call.id, half, 'probe']) utimesSync(left(id), before, before);
      await run(async () => true);
      expect(settled).to.have.deep.members([whole, kept]);
      expect(readdirSync(folder).map((name) => join(folder, name))).to.have.members([
        join(folder, `${half}.settlement.set-aside`),
        left(begun),
        left(kept.call.id),
      ]);
    });

    it('takes up the others although the disk refuses one of them', async () => {
      const before = new Date(Date.now() - 11 * 60_000);
      for (const settlement of [newSettlement(), newSettlement(), newSettlement()]) {
        const path = join(folder, await spool.put(settlement));
        const left = join(folder, `${settlement.call.id}.0123456789ab.unfinished`);
        renameSync(path, left);
        utimesSync(left, before, before);
      }
      const { rename } = promises;
      let renamed = 0;
      const error = await runWith({
        rename: (from: string, to: string) => {
          renamed += 1;
          return renamed === 1
            ? Promise.reject(Object.assign(new Error(), { code: 'EIO' }))
            : rename(from, to);
        },
      });
      expect(error).to.be.instanceOf(OperatorError);
      expect(settled).to.have.length(2);
      expect(readdirSync(folder)).to.have.length(1);
    });

    it('replaces no whole answer that is set aside by what may be a part of it, and counts that as waiting', async () => {
      const whole = newSettlement();
      const name = await spool.put(whole);
      await spool.setAside(name);
      const left = join(folder, `${whole.call.id}.0123456789ab.unfinished`);
      writeFileSync(left, 'half of it');
      const before = new Date(Date.now() - 11 * 60_000);
      utimesSync(left, before, before);
      await run(async () => true);
      expect(readdirSync(folder)).to.have.members([`${name}.set-aside`, basename(left)]);
      expect(await spool.count()).to.deep.equal({ waiting: 1, setAside: 1 });
      renameSync(join(folder, `${name}.set-aside`), join(folder, name));
      await run(async () => true);
      expect(settled).to.deep.equal([whole]);
    });

    it('leaves the rest to another process once the worker is stopping', async () => {
      await spool.put(newSettlement());
      await spool.put(newSettlement());
      await run(
        async () => true,
        () => settled.length > 0,
      );
      expect(readdirSync(folder)).to.have.length(1);
    });

    it('settles the rest while the disk lets no file go, and calls none of them settled or set aside', async () => {
      const names = [await spool.put(newSettlement()), await spool.put(newSettlement())];
      writeFileSync(join(folder, `${newId()}.settlement`), 'half of it');
      const readOnly = Object.assign(new Error(), { code: 'EROFS' });
      // As Spool does on such a disk, which only root could mount.
      spool.remove = () => Promise.reject(asDiskError(folder, readOnly));
      spool.setAside = spool.remove;
      const before = logged();
      const error = await run(async () => true).catch((reason) => reason);
      expect(error).to.be.instanceOf(OperatorError);
      expect(error.message).to.include('the file system is read-only');
      expect(settled).to.have.length(names.length);
      expect(logged()).to.equal(before);
    });

    it('says once, and again after a minute, why nothing can be settled', () => {
      const { logger: quiet, logged: said } = recordingLogger();
      let now = 0;
      const report = reportReasons(quiet, () => now);
      const times = () => said().split('kept answers cannot be settled yet').length - 1;
      for (; now < 60_000; now += 1_000) report(new Error('The disk is read-only'));
      expect(times()).to.equal(1);
      report(new Error('The disk is read-only'));
      expect(times()).to.equal(2);
      report(new Error('PostgreSQL is away'));
      expect(times(), 'another reason').to.equal(3);
    });

    it('sets aside what the database refuses or does not know, and goes on', async () => {
      const names = [await spool.put(newSettlement()), await spool.put(newSettlement())].sort();
      let count = 0;
      await run(async () => {
        count += 1;
        if (count === 1) throw Object.assign(new Error(), { code: '23514' });
        return false;
      });
      expect(readdirSync(folder).sort()).to.deep.equal(names.map((name) => `${name}.set-aside`));
      expect(logged()).to.include('set aside');
    });

    it('settles an answer that a link leads to', async () => {
      const name = await spool.put(newSettlement());
      const elsewhere = join(temporaryFolder(), name);
      renameSync(join(folder, name), elsewhere);
      symlinkSync(elsewhere, join(folder, name));
      await run(async () => true);
      expect(settled.map(({ call }) => `${call.id}.settlement`)).to.deep.equal([name]);
      expect(readdirSync(folder)).to.deep.equal([]);
    });

    it('sets aside a file that is broken, moved or not ours, and reports it', async () => {
      const broken = `${newId()}.settlement`;
      writeFileSync(join(folder, broken), 'half of it');
      const moved = `${newId()}.settlement`;
      renameSync(join(folder, await spool.put(newSettlement())), join(folder, moved));
      writeFileSync(join(folder, 'notes.txt'), 'of somebody');
      await run(async () => true);
      expect(settled).to.deep.equal([]);
      expect(readdirSync(folder).sort()).to.deep.equal(
        [`${broken}.set-aside`, `${moved}.set-aside`, 'notes.txt'].sort(),
      );
      expect(await spool.count()).to.deep.equal({ waiting: 0, setAside: 2 });
      expect(logged(), 'the reason, without what it holds').to.include(
        '"reason":"Sealed value does not open',
      );
    });

    it('sets aside what may never end, as a pipe, take all memory or lead nowhere, without opening it', async () => {
      const kept = await spool.put(newSettlement());
      const [other, huge, link] = [1, 2, 3].map(() => `${newId()}.settlement`) as [string, string, string];
      // Stands for all that is no regular file: a pipe would keep this process for good if it were opened after all.
      mkdirSync(join(folder, other));
      symlinkSync(join(folder, 'nowhere'), join(folder, link));
      writeFileSync(join(folder, huge), '');
      // Takes no room on the disk.
      truncateSync(join(folder, huge), 1_000_000_000);
      await run(async () => true);
      expect(settled.map(({ call }) => `${call.id}.settlement`)).to.deep.equal([kept]);
      expect(readdirSync(folder).sort()).to.deep.equal(
        [other, huge, link].map((name) => `${name}.set-aside`).sort(),
      );
      for (const reason of ['not a regular file', 'larger than any answer', 'a link that leads nowhere']) {
        expect(logged()).to.include(`It is ${reason}`);
      }
    });
  });
});
