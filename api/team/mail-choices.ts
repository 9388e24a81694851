import type { RequestHandler } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { User } from '../../shared/db/entities/index.js';
import type { RowOf } from '../../shared/db/row-of.js';
import { rowsOf } from '../../shared/db/rows.js';
import { CHOSEN_MAILS, type ChosenMail } from '../../shared/domain/chosen-mails.js';
import { ofAccount } from '../auth/account-scope.js';
import type { ApiDeps } from '../deps.js';
import { identityOf, userOf } from '../http/context.js';
import { OptionalBoolean } from '../validation/rules.js';
import { validateRequest } from '../validation/validate-request.js';

export class MailChoicesBody implements Partial<Record<ChosenMail, boolean>> {
  @OptionalBoolean()
  low_balance?: boolean;

  @OptionalBoolean()
  limit_reached?: boolean;

  @OptionalBoolean()
  webhook_disabled?: boolean;

  @OptionalBoolean()
  review_decided?: boolean;
}

/** Which of the optional mails a person receives. */
export type MailChoices = Record<ChosenMail, boolean>;

/** GET /api/v1/me/mails: which mails the person receives, as far as their role is sent them at all. */
export function getMailChoices({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (_req, res) => {
    const own = ofAccount(db, identityOf(res).liveClientId);
    res.json(present(await load(own, userOf(res).id)));
  };
}

/** PATCH /api/v1/me/mails: absent members stay as they are. */
export function patchMailChoices({ db }: Pick<ApiDeps, 'db'>): RequestHandler {
  return async (req, res) => {
    const body = validateRequest(MailChoicesBody, req);
    const { id } = userOf(res);
    const unwanted = await ofAccount(db, identityOf(res).liveClientId).transaction(async (sql) => {
      const before = await load(sql, id, ' FOR NO KEY UPDATE');
      const after = CHOSEN_MAILS.filter((kind) => !(body[kind] ?? !before.includes(kind)));
      await rowsOf(sql, User).update({ id }, { unwantedMails: after });
      return after;
    });
    res.json(present(unwanted));
  };
}

async function load(sql: Sql, id: string, lock = ''): Promise<string[]> {
  const [row] = await sql.query<RowOf<User, 'unwanted_mails'>>(
    `SELECT unwanted_mails FROM users WHERE id = $1${lock}`,
    [id],
  );
  return row?.unwanted_mails ?? [];
}

function present(unwanted: readonly string[]): MailChoices {
  return Object.fromEntries(CHOSEN_MAILS.map((kind) => [kind, !unwanted.includes(kind)])) as MailChoices;
}
