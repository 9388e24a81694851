import type { RequestHandler } from 'express';
import { type ListDeps, listSender } from '../http/list.js';
import { AUDIT_SCOPE, readAuditQuery } from './audit-query.js';
import { loadAuditLog, loadAuditNames } from './load-audit-log.js';
import { AUDIT_CSV, presentAuditEntry } from './present-audit-entry.js';

/** GET /api/v1/admin/audit-log: who did what, when and from where, newest first, as JSON or CSV. */
export function listAuditLog(deps: ListDeps): RequestHandler {
  const sendList = listSender(deps);
  return async (req, res) => {
    const { page, filters } = readAuditQuery(req.query, deps.config.indexKey);
    await sendList(req, res, page, {
      whose: 'staff',
      scope: AUDIT_SCOPE,
      load: async (sql, wanted) => {
        const rows = await loadAuditLog(sql, wanted, filters);
        const names = await loadAuditNames(sql, rows);
        return rows.map((row) => ({ row, names }));
      },
      positionOf: ({ row }) => String(row.entry_no),
      present: ({ row, names }) => presentAuditEntry(row, names),
      csv: AUDIT_CSV,
    });
  };
}
