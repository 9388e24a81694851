import type { Request, RequestHandler, Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { findRecord } from '../../shared/log/proofs.js';
import { notFound } from '../errors/catalogue.js';
import { pathParameter } from '../http/context.js';
import { disclose, type ProvedRecord } from './disclosed.js';
import { sendProof } from './send-proof.js';

const NUMBER = /^[1-9]\d{0,8}$/;

/** Whose log the caller reads, and how to read one of its entries. */
interface EntrySource {
  sql: Sql;
  read: (entryNo: number) => Promise<ProvedRecord | undefined>;
}

/**
 * GET …/{entry_no}/evidence.tlog-proof: proves that an entry of the access or audit log is in the log (contract 14).
 */
export function getEntryProof(sourceOf: (req: Request, res: Response) => EntrySource): RequestHandler {
  return async (req, res) => {
    const number = pathParameter(req, 'entry_no');
    const { sql, read } = sourceOf(req, res);
    const proved = NUMBER.test(number) ? await read(Number(number)) : undefined;
    if (proved === undefined) throw notFound();
    await sendProof(sql, res, async () => {
      const index = await findRecord(sql, proved.record);
      return index === undefined ? undefined : { index, extra: await disclose(sql, proved) };
    });
  };
}
