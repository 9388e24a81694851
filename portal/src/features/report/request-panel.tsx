import type { WireReport } from '../../../../shared/wire/report.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { Facts } from '../../lib/ui/facts.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import classes from './report.module.css';

/** What was asked, why, and whom. */
export function RequestPanel({ report }: { report: WireReport }) {
  return (
    <Panel title="Request">
      <Facts
        items={[
          ['Your reference', report.reference],
          ['Purpose', report.purpose],
          ['Source', report.provider_source],
          ['Category', report.category],
          ['Submitted', <Moment key="at" iso={report.created_at} />],
          ['Completed', report.completed_at && <Moment key="done" iso={report.completed_at} />],
          ['Erased', report.erased_at && <Moment key="erased" iso={report.erased_at} />],
          [
            'Request id',
            <span key="id" className={classes.copyable}>
              <span className={text.mono}>{report.request_id}</span>
              <CopyButton value={report.request_id} what="request id" small />
            </span>,
          ],
          [
            'Source reference',
            report.result?.provider_reference && (
              <span key="ref" className={text.mono}>
                {report.result.provider_reference}
              </span>
            ),
          ],
        ].filter((item): item is [string, NonNullable<(typeof item)[1]>] => Boolean(item[1]))}
      />
    </Panel>
  );
}
