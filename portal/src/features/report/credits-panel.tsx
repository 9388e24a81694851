import type { BillingReason, WireReport } from '../../../../shared/wire/report.js';
import { formatCredits } from '../../lib/format.js';
import { Facts } from '../../lib/ui/facts.js';
import { Panel } from '../../lib/ui/panel.js';

const REASONS: Readonly<Record<BillingReason, string>> = {
  held: 'Held until there is a result',
  result: 'Charged for the result',
  no_record: 'Charged: the source was asked and holds no record',
  review_completed: 'Charged: support completed the check',
  rejected: 'Released: the source refused the input',
  closed: 'Released: support closed the request',
};

/** The state of this request's credits, and the reason for it. */
export function CreditsPanel({ report }: { report: WireReport }) {
  return (
    <Panel title="Credits">
      <Facts
        items={[
          ['Charged', formatCredits(report.credits_charged)],
          ['Reserved', report.credits_reserved > 0 ? formatCredits(report.credits_reserved) : undefined],
          ['Why', whyOf(report)],
        ]}
      />
    </Panel>
  );
}

function whyOf({ billing, checks }: WireReport): string {
  const refusedPart = billing.reason === 'result' && checks.some(({ outcome }) => outcome === 'rejected');
  return refusedPart
    ? 'Charged for the bundle; a refused part does not reduce the charge'
    : REASONS[billing.reason];
}
