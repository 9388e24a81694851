import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { IsNull, MoreThan } from 'typeorm';
import { openPool, type Sql } from '../../../shared/db/database.js';
import { ApiKey, AuditEntry, RecoveryCode, User } from '../../../shared/db/entities/index.js';
import { rowsOf } from '../../../shared/db/rows.js';
import { ofClient } from '../../../shared/db/scope.js';
import { newId } from '../../../shared/domain/ids.js';
import { appendAudit } from '../../../shared/evidence/append-audit.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { useDatabase } from '../../support/database/use-database.js';

const EMAIL = { email: true } as const;

describe('rowsOf', () => {
  const database = useDatabase();

  it('reads the columns that are asked for and no others, as the entity has them', async () => {
    const { db } = database;
    const client = await buildClient(db);
    const { id, email } = await buildUser(db, { clientId: client.id });
    const select = { email: true, createdAt: true, unwantedMails: true, lastSeenAt: true } as const;
    const found = await rowsOf(db, User).findOne({ select, where: { id, removedAt: IsNull() } });
    expect(found?.createdAt).to.be.instanceOf(Date);
    expect({ ...found, createdAt: undefined }).to.deep.equal({
      ...{ email, createdAt: undefined, unwantedMails: [], lastSeenAt: null },
    });
  });

  it('reads in order and as many as are wanted, and counts', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const emails = [];
    for (let n = 0; n < 3; n += 1) emails.push((await buildUser(db, { clientId })).email);
    const users = rowsOf(db, User);
    expect(await users.countBy({ clientId })).to.equal(3);
    const newest = await users.find({ select: EMAIL, where: { clientId }, order: { id: 'DESC' }, take: 2 });
    expect(newest.map(({ email }) => email)).to.deep.equal([emails[2], emails[1]]);
    expect(await users.findOne({ select: EMAIL, where: { id: newId() } })).to.equal(null);
  });

  it('sees the rows of its scope only', async () => {
    const { db } = database;
    const [one, other] = [await buildClient(db), await buildClient(db)];
    const { email } = await buildUser(db, { clientId: one.id });
    await buildUser(db, { clientId: other.id });
    const pool = await openPool({ url: database.url, applicationName: 'test', poolSize: 1 });
    try {
      const seen = await rowsOf(pool.scoped(ofClient(one.id)), User).find({ select: EMAIL });
      expect(seen.map((user) => user.email)).to.deep.equal([email]);
      expect(await rowsOf(pool.unscoped, User).find({ select: EMAIL })).to.deep.equal([]);
    } finally {
      await pool.close();
    }
  });

  it('sees what its transaction has written, and nobody else does until the commit', async () => {
    const { db } = database;
    const action = `test.${newId().slice(0, 8)}`;
    const count = (sql: Sql) => rowsOf(sql, AuditEntry).countBy({ action, entryNo: MoreThan(0) });
    await db.transaction(async (sql) => {
      await appendAudit(sql, { actor: 'system', action, target: 'none', details: {} });
      expect(await count(sql)).to.equal(1);
      expect(await count(db)).to.equal(0);
    });
    expect(await count(db)).to.equal(1);
  });

  it('inserts, changes and deletes what it is told, and says how many rows that were', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const { id: createdBy } = await buildUser(db, { clientId });
    const keys = rowsOf(db, ApiKey);
    const id = newId();
    const keyHash = createHash('sha256').update(id).digest();
    const expiresAt = new Date('2030-01-31T12:00:00.123Z');
    await keys.insert({ id, clientId, name: 'Own "key"', prefix: 'vk_0', keyHash, createdBy, expiresAt });
    const select = {
      name: true,
      scopes: true,
      allowedAddresses: true,
      expiresAt: true,
      keyHash: true,
    } as const;
    const given = { name: 'Own "key"', expiresAt, keyHash };
    const defaults = { scopes: ['submit', 'read', 'wallet'], allowedAddresses: [] };
    expect(await keys.findOne({ select, where: { id } })).to.deep.equal({ ...given, ...defaults });

    const changed = { scopes: ['read' as const], allowedAddresses: ['10.0.0.0/8', '::1/128'] };
    expect(await keys.update({ id, revokedAt: IsNull() }, changed)).to.equal(1);
    expect(await keys.findOne({ select, where: { id } })).to.deep.equal({ ...given, ...changed });
    expect(await keys.update({ id }, { revokedAt: () => 'now()' })).to.equal(1);
    expect(await keys.update({ id, revokedAt: IsNull() }, { name: 'Late' })).to.equal(0);
    const codes = rowsOf(db, RecoveryCode);
    await codes.insert({ codeHash: keyHash, userId: createdBy, clientId });
    expect(await codes.delete({ codeHash: Buffer.alloc(32), userId: createdBy })).to.equal(0);
    expect(await codes.delete({ codeHash: keyHash, userId: createdBy })).to.equal(1);
    expect(await codes.countBy({ userId: createdBy })).to.equal(0);
  });

  it('writes the rows of its scope only', async () => {
    const { db } = database;
    const [one, other] = [await buildClient(db), await buildClient(db)];
    const theirs = await buildUser(db, { clientId: other.id });
    const pool = await openPool({ url: database.url, applicationName: 'test', poolSize: 1 });
    try {
      const codes = rowsOf(pool.scoped(ofClient(one.id)), RecoveryCode);
      const stolen = { codeHash: Buffer.alloc(32), userId: theirs.id, clientId: other.id };
      const refused: unknown = await codes.insert(stolen).catch((error) => error);
      expect(String(refused)).to.include('row-level security');
      expect(
        await rowsOf(pool.scoped(ofClient(one.id)), User).update({ id: theirs.id }, { name: 'X' }),
      ).to.equal(0);
      expect(await codes.delete({ userId: theirs.id })).to.equal(0);
    } finally {
      await pool.close();
    }
  });

  it('is undone with its transaction', async () => {
    const { db } = database;
    const { id: clientId } = await buildClient(db);
    const { id } = await buildUser(db, { clientId });
    const failure = new Error('Undo');
    const failed = db.transaction(async (sql) => {
      expect(await rowsOf(sql, User).update({ id }, { name: 'Nobody' })).to.equal(1);
      throw failure;
    });
    expect(await failed.catch((error) => error)).to.equal(failure);
    const select = { email: true, name: true } as const;
    expect((await rowsOf(db, User).findOne({ select, where: { id } }))?.name).to.equal(null);
  });

  it('writes nothing under a filter that would limit nothing', async () => {
    const users = rowsOf(database.db, User);
    const missing = undefined as unknown as string;
    for (const where of [{}, { id: missing }, { suspended: false, id: missing }]) {
      for (const write of [() => users.delete(where), () => users.update(where, { name: 'All' })]) {
        const error: unknown = await write().catch((thrown) => thrown);
        expect(String(error)).to.include('a filter without a value');
      }
    }
  });

  it('throws what the statement throws', async () => {
    const failure = new Error('Away');
    const away = { query: () => Promise.reject(failure) };
    const error: unknown = await rowsOf(away, ApiKey)
      .countBy({ name: 'any' })
      .catch((thrown) => thrown);
    expect(error).to.equal(failure);
  });
});
