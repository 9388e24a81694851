import type { WireSubjectExport } from '../../shared/wire/personal-data.js';
import type { ClientRequest } from '../client/request.js';
import type { Finding } from './find-broken-promises.js';
import type { ReadReport } from './read-report.js';

/** Exports a subject's data, as an admin does; undefined if that fails. */
export type ExportSubject = (subject: string) => Promise<WireSubjectExport | undefined>;

/** Finds completed requests whose facts or subject can no longer be opened. */
export async function findUnopened(
  requests: readonly ClientRequest[],
  read: ReadReport,
  exportSubject: ExportSubject,
): Promise<Finding[]> {
  const subjects = [...new Set(requests.map(subjectOf))];
  const exported = new Map(
    await Promise.all(subjects.map(async (subject) => [subject, await exportSubject(subject)] as const)),
  );
  const findings = await Promise.all(
    requests.map(async (request): Promise<Finding[]> => {
      const report = await read(request);
      const checks = report?.checks ?? [];
      const facts = checks.length > 0 && checks.every(({ details }) => details !== null);
      const records = exported.get(subjectOf(request))?.verifications ?? [];
      const record = records.find(({ request_id: id }) => request.ids.has(id));
      const missing = [
        ...(facts ? [] : ['the API does not show its facts']),
        ...(record?.subject === subjectOf(request) ? [] : ['the export does not show its subject']),
      ];
      return missing.map((what) => ({ kind: 'unopened', what: `key ${request.key}: ${what}` }));
    }),
  );
  return findings.flat();
}

function subjectOf({ body }: ClientRequest): string {
  return String(body.subject);
}
