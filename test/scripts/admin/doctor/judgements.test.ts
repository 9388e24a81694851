import { expect } from 'chai';
import { judgeArchive } from '../../../../scripts/admin/doctor/examine-archive.js';
import { judgeDeadRows } from '../../../../scripts/admin/doctor/examine-dead-rows.js';
import { judgeEncryption } from '../../../../scripts/admin/doctor/examine-encryption.js';
import { describeVerdict } from '../../../../scripts/admin/doctor/examine-history.js';
import { judgePostgresVersion } from '../../../../scripts/admin/doctor/examine-postgres.js';
import { judgeRedis } from '../../../../scripts/admin/doctor/examine-redis.js';
import { judgeRedisPersistence } from '../../../../scripts/admin/doctor/examine-redis-persistence.js';
import { judgeReplication, type Standby } from '../../../../scripts/admin/doctor/examine-replication.js';
import type { Judgement } from '../../../../scripts/admin/doctor/judgement.js';

describe('what doctor makes of', () => {
  function check(judgement: Judgement, state: Judgement['state'], found: RegExp): void {
    expect(judgement).to.include({ state });
    expect(judgement.found).to.match(found);
  }
  const now = new Date('2027-11-12T12:00:00Z');

  it('versions of PostgreSQL', () => {
    check(judgePostgresVersion('14.20', now), 'fault', /too old/);
    check(
      judgePostgresVersion('15.20 (Debian 15.20-0)', now),
      'warning',
      /not been maintained since 2027-11-11/,
    );
    check(judgePostgresVersion('16.1', now), 'ok', /until 2028/);
    check(judgePostgresVersion('99.1', now), 'warning', /unknown to this release/);
  });

  it('versions of Redis', () => {
    check(judgeRedis({ version: '6.0.16', role: 'master', writable: true }), 'warning', /old/);
    check(judgeRedis({ version: '6.2.0', role: 'master', writable: true }), 'ok', /6\.2\.0/);
    check(judgeRedis({ version: '10.0.0', role: 'master', writable: true }), 'ok', /10\.0\.0/);
  });

  it('a Redis whose disk takes nothing, whatever it keeps', () => {
    const failed = ['aof_last_write_status'];
    check(judgeRedisPersistence({ appendOnly: true, failed }), 'fault', /aof_last_write_status/);
  });

  it('dead rows, by how many are alive, and what may still see them', () => {
    const wallets = { name: 'wallets', live: 50, dead: 20_001 };
    const checks = { name: 'checks', live: 1_000_000, dead: 150_000 };
    const held = (hours: number | null) => [{ what: 'the transaction of ann (psql, pid 7)', hours }];
    const judge = (...tables: (typeof wallets)[]) => judgeDeadRows({ tables, holders: [] });
    check(judge(checks, { ...wallets, dead: 20_000 }), 'ok', /few/);
    check(judge(checks, wallets), 'warning', /^20001 dead rows of wallets beside 50 live ones.*cannot see/);
    check(
      judgeDeadRows({ tables: [wallets], holders: held(0.25) }),
      'warning',
      /by the transaction of ann .*0\.3 hours/,
    );
    check(judgeDeadRows({ tables: [checks], holders: held(0.9) }), 'ok', /few/);
    check(
      judgeDeadRows({ tables: [checks], holders: held(1) }),
      'warning',
      /ann \(psql, pid 7\), open for 1\.0 hours/,
    );
    check(judgeDeadRows({ tables: [], holders: held(null) }), 'warning', /pid 7\)$/);
    const slot = { what: 'the slot standby_b', hours: null };
    check(judgeDeadRows({ tables: [], holders: [...held(0.1), slot] }), 'warning', /the slot standby_b$/);
  });

  const standby: Standby = { name: 'b', sync_state: 'async', bytes_behind: 0 };
  const judge = (standbys: Standby[], names = '') =>
    judgeReplication({ synchronous_standby_names: names, standbys, slots: [] });

  it('standbys that no commit waits for, that one waits for, that are behind, and that cannot be seen', () => {
    check(judge([standby]), 'warning', /commits do not wait/);
    check(judge([{ ...standby, sync_state: 'quorum' }], 'ANY 1 (b, c)'), 'ok', /wait for a standby/);
    check(judge([{ ...standby, sync_state: 'sync', bytes_behind: 1e9 }], 'b'), 'warning', /954 MB behind/);
    check(judge([{ name: 'b', sync_state: null, bytes_behind: null }], 'b'), 'warning', /cannot see/);
    check(judge([standby], 'c'), 'fault', /\(c\)/);
  });

  it('slots: one that lost what its standby needs is worse than one that nobody uses', () => {
    const idle = { name: 'idle', active: false, wal_status: 'reserved', bytes_kept: 1 };
    const lost = { name: 'gone', active: false, wal_status: 'lost', bytes_kept: 0 };
    const unused = { name: 'new', active: false, wal_status: null, bytes_kept: 0 };
    const withSlots = (...slots: (typeof idle | typeof unused)[]) =>
      judgeReplication({ synchronous_standby_names: '', standbys: [standby], slots });
    check(withSlots(idle, lost), 'fault', /gone has lost/);
    check(withSlots(idle), 'warning', /the slot idle is unused/);
    check(withSlots(unused), 'warning', /commits do not wait/);
  });

  it('an archive that failed and works again, and one that has not begun', () => {
    const [earlier, later] = [new Date(0), new Date(1_000)];
    const failed = { last_failed_at: earlier, last_failed_file: 'x' };
    check(judgeArchive({ mode: 'on', last_archived_at: later, ...failed }), 'ok', /1970/);
    check(judgeArchive({ mode: 'on', last_archived_at: null, ...failed }), 'fault', /at x/);
    const never = { last_archived_at: null, last_failed_at: null, last_failed_file: null };
    check(judgeArchive({ mode: 'on', ...never }), 'warning', /nothing has been archived/);
  });

  it('the history of a database', () => {
    check(describeVerdict({ kind: 'adopted' }), 'ok', /adopted one/);
    check(describeVerdict({ kind: 'refused', why: 'older_timeline' }), 'fault', /older timeline/);
    check(describeVerdict({ kind: 'restarted' }), 'ok', /restarted since/);
    check(describeVerdict({ kind: 'begin' }), 'warning', /may have forgotten/);
    check(describeVerdict({ kind: 'record_epoch' }), 'warning', /begun anew/);
    check(describeVerdict({ kind: 'name_lost' }), 'warning', /has not been named/);
    check(describeVerdict({ kind: 'evicted' }), 'warning', /evicted keys/);
  });

  it('connections that leave the machine without TLS, and those that do not leave it', () => {
    const line = (host: string, encrypted = false) => ({ to: 'Redis' as const, host, encrypted });
    check(judgeEncryption([line('10.0.0.1')]), 'warning', /Redis at 10\.0\.0\.1/);
    check(judgeEncryption([line('127.example.test')]), 'warning', /127\.example/);
    check(judgeEncryption([line('10.0.0.1', true)]), 'ok', /TLS/);
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '/run/postgresql', '']) {
      check(judgeEncryption([line(host)]), 'ok', /on this machine/);
    }
  });
});
