import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireApproval } from '../../../../shared/wire/approval.js';
import type {
  WireErasure,
  WireSubjectCount,
  WireSubjectExport,
} from '../../../../shared/wire/personal-data.js';
import { request, send } from '../../lib/api/request.js';
import { saveFile, wholeFile } from '../../lib/api/save-file.js';

/** The subject, and the reason for the request: the audit log keeps the reason, but not the subject. */
export interface SubjectRequest {
  subject: string;
  reason: string;
}

/**
 * Saves everything a client stores about a subject as a file, and returns how many checks and rows of batches it
 * contains; with none, no file is saved.
 */
export function useExport(clientId: string) {
  return useMutation({
    mutationFn: async ({ withAnswers, ...body }: SubjectRequest & { withAnswers: boolean }) => {
      const response = await send(
        `${pathOf(clientId)}/exports`,
        { Accept: 'application/json' },
        { method: 'POST', body: { ...body, ...(withAnswers && { include_answers: true }) } },
      );
      const file = await wholeFile(response, 'application/json');
      const { verifications, batch_rows: rows } = JSON.parse(await file.text()) as WireSubjectExport;
      const held = { checks: verifications.length, rows: rows.length };
      if (held.checks + held.rows > 0) saveFile(file, 'personal-data.json');
      return held;
    },
    // The request contains the subject, which must not outlive the page.
    gcTime: 0,
  });
}

/** Counts what an erasure would find. */
export function useCount(clientId: string) {
  return useMutation({
    mutationFn: (body: SubjectRequest) =>
      request<WireSubjectCount>(`${pathOf(clientId)}/counts`, { method: 'POST', body, once: false }),
    gcTime: 0,
  });
}

/** Erases what a client stores about a subject. */
export function useErasure(clientId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SubjectRequest) =>
      request<WireErasure | WireApproval>(`${pathOf(clientId)}/erasures`, { method: 'POST', body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['/admin/approvals'] }),
    gcTime: 0,
  });
}

function pathOf(clientId: string): string {
  return `/admin/clients/${encodeURIComponent(clientId)}/personal-data`;
}
