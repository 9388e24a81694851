import { Link } from '@tanstack/react-router';
import type { WireReport } from '../../../../shared/wire/report.js';
import { knownSubject } from '../../lib/session/known-subjects.js';
import text from '../../lib/ui/text.module.css';
import { lookAtSubject } from '../subject/subject-in-view.js';

/** The subject of the report, with a link to everything else on the same subject if this tab knows it in full. */
export function ReportLead({ report: { request_id, subject, reference } }: { report: WireReport }) {
  const known = knownSubject(request_id);
  return (
    <>
      <span className={text.mono}>{subject}</span>
      {reference !== undefined && ` · ${reference}`}
      {known !== undefined && (
        <span data-print="no">
          {' · '}
          <Link
            to="/checks/subject"
            className={text.plainLink ?? ''}
            onClick={() => lookAtSubject(known.subject)}
          >
            All checks on this subject
          </Link>
        </span>
      )}
    </>
  );
}
