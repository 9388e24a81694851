import type { WireReport } from '../../../../shared/wire/report.js';
import { formatCredits } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import classes from './report.module.css';

/** What was confirmed at submission, and the evidence of it. */
export function ConsentPanel({ report }: { report: WireReport }) {
  const { consent } = report;
  return (
    <Panel title="Recorded consent">
      <Facts
        items={[
          ['Authority', yesNo(consent.authority_confirmed)],
          [
            'Charge',
            consent.credits_approved === null
              ? yesNo(consent.charge_approved)
              : `${formatCredits(consent.credits_approved)} approved`,
          ],
          ['Biometric', consent.biometric_consent ? 'Consent given' : 'Not requested'],
          ['Recorded', <Moment key="at" iso={consent.recorded_at} />],
          ['Submitted through', consent.channel === 'portal' ? 'This portal' : 'The API'],
        ]}
      />
      <Proofs requestId={report.request_id} />
    </Panel>
  );
}

/** What others can verify without the service. */
function Proofs({ requestId }: { requestId: string }) {
  const address = `/api/v1/verifications/${encodeURIComponent(requestId)}`;
  return (
    <p className={`${classes.small} ${classes.proofs}`} data-print="no">
      Signed evidence:{' '}
      <a className={text.link} href={`${address}/receipt`} download={`${requestId}.receipt.jwt`}>
        Receipt
      </a>
      ,{' '}
      <a className={text.link} href={`${address}/evidence.tlog-proof`} download={`${requestId}.tlog-proof`}>
        Proof
      </a>
      .{' '}
      <a className={text.link} href="/verify" target="_blank" rel="noreferrer">
        Verify it
      </a>
    </p>
  );
}

function yesNo(confirmed: boolean): string {
  return confirmed ? 'Confirmed' : 'Not confirmed';
}
