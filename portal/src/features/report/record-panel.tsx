import type { ReactNode } from 'react';
import type { WireReport } from '../../../../shared/wire/report.js';
import { CopyButton } from '../../lib/ui/copy-button.js';
import { Facts } from '../../lib/ui/facts.js';
import { Panel } from '../../lib/ui/panel.js';
import text from '../../lib/ui/text.module.css';
import classes from './report.module.css';

/**
 * The names of this request at the service, the source and in the evidence, for tracing it rather than for reading the
 * report.
 */
export function RecordPanel({ report }: { report: WireReport }) {
  const reference = report.result?.provider_reference;
  return (
    <Panel title="For the record">
      <Facts
        items={[
          ['Request', named('request id', report.request_id)],
          ['Source', reference ? named('source reference', reference) : undefined],
          ['Evidence', named('evidence hash', report.consent.evidence_hash)],
          ['Price list', report.billing.release],
        ]}
      />
    </Panel>
  );
}

function named(what: string, value: string): ReactNode {
  return (
    <span className={classes.copyable}>
      <span className={`${text.mono} ${classes.small}`}>{value}</span>
      <CopyButton value={value} what={what} small />
    </span>
  );
}
