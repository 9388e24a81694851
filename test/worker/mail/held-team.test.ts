import { expect } from 'chai';
import { withClient } from '../../../harness/with-client.js';
import { createLogger } from '../../../shared/logger.js';
import { stageMail, stagePasswordReset } from '../../../shared/mail/stage-mail.js';
import { HeldUpClients } from '../../../worker/held-up-clients.js';
import { sendDueMails } from '../../../worker/mail/send-due-mails.js';
import { errorsByKind } from '../../../worker/pass-errors.js';
import { buildClient, buildUser } from '../../support/database/factories.js';
import { superuserUrlOf } from '../../support/database/superuser.js';
import { useDatabase } from '../../support/database/use-database.js';
import { testKeys } from '../../support/processes/keys.js';

describe('sendDueMails, where a person of one team is locked', function () {
  this.timeout(60_000);
  const database = useDatabase();

  it('sends everybody else theirs, and tries that team again after a while', async () => {
    const [held, other] = [await buildClient(database.db), await buildClient(database.db)];
    const owner = await buildUser(database.db, { clientId: held.id, role: 'owner' });
    const stranger = await buildUser(database.db, { clientId: other.id, role: 'owner' });
    for (const { id: clientId } of [held, other])
      await stageMail(database.db, { kind: 'api_key_created', clientId, data: { name: 'import' } });
    await stagePasswordReset(database.db, stranger.email, { base: 'https://checks.example.test' });

    const taken: string[] = [];
    let now = 0;
    const deps = {
      db: await database.open({ scope: 'mail' }),
      keyring: testKeys.encryptionKeys,
      send: async ({ to }: { to: string }) => void taken.push(to),
      base: undefined,
      logger: createLogger({ process: 'worker', level: 'silent' }),
      metrics: { countAttempt: () => undefined },
      handedOver: new Set<string>(),
      heldUp: new HeldUpClients(() => now),
      stopping: () => false,
    };
    const pass = () => sendDueMails(deps).catch((error: unknown) => [...errorsByKind(error).keys()]);
    await withClient(superuserUrlOf(database.url), async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [owner.id]);
      expect(await pass()).to.deep.equal(['55P03']);
      await client.query('ROLLBACK');
    });
    expect(taken).to.deep.equal([stranger.email, stranger.email]);
    expect(await pass(), 'without that team').to.equal(undefined);
    expect(taken).to.have.length(2);
    now += 30_000;
    await pass();
    expect(taken).to.deep.equal([stranger.email, stranger.email, owner.email]);
  });
});
