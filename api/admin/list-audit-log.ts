import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { sealCursor } from '../http/cursor.js';
import { sendPage, toPage } from '../http/page.js';
import { AUDIT_SCOPE, readAuditQuery } from './audit-query.js';
import { loadActorEmails, loadAuditLog } from './load-audit-log.js';
import { AUDIT_CSV, presentAuditEntry } from './present-audit-entry.js';

/** GET /api/v1/admin/audit-log: who did what, when and from where, newest first, as JSON or CSV. */
export function listAuditLog({
  db,
  config: { indexKey, publicUrl },
}: Pick<ApiDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const { page, filters } = readAuditQuery(req.query, indexKey);
    const rows = await loadAuditLog(db, page, filters);
    const emails = await loadActorEmails(db, rows);
    const entries = toPage(
      rows,
      page.limit,
      (row) => presentAuditEntry(row, emails),
      ({ entry_no }) => sealCursor(indexKey, AUDIT_SCOPE, String(entry_no)),
    );
    sendPage(req, res, entries, { csv: AUDIT_CSV, baseUrl: publicUrl ?? '' });
  };
}
