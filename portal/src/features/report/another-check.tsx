import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { WireReport } from '../../../../shared/wire/report.js';
import { knownSubject } from '../../lib/session/known-subjects.js';
import { beginDraft } from '../new-check/begin-draft.js';

/**
 * Begins another check on the same subject, with the purpose and reference of this one. If this tab knows the subject,
 * it is passed on in memory, never in an address.
 */
export function AnotherCheck({ report }: { report: WireReport }) {
  const navigate = useNavigate();
  const known = knownSubject(report.request_id);
  const begin = () => {
    beginDraft(report.service_code, {
      purpose: report.purpose,
      reference: report.reference ?? '',
      ...(known !== undefined && { subject: known.subject }),
    });
    void navigate({ to: '/checks/new' });
  };
  return (
    <Button
      variant="light"
      title={known === undefined ? 'The subject is masked here: type it again' : undefined}
      onClick={begin}
    >
      {known === undefined ? 'Another check for this case' : 'Another check on this subject'}
    </Button>
  );
}
