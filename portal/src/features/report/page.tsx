import { Button } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { WireReport } from '../../../../shared/wire/report.js';
import { useMay } from '../../lib/session/use-may.js';
import { Page } from '../../lib/ui/page.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { LooksPanel } from '../access-log/looks-panel.js';
import { AnotherCheck } from './another-check.js';
import { Checks } from './checks.js';
import { ConsentPanel } from './consent-panel.js';
import { CreditsPanel } from './credits-panel.js';
import { RecordPanel } from './record-panel.js';
import classes from './report.module.css';
import { RequestPanel } from './request-panel.js';
import { StatusPanel } from './status-panel.js';
import { useReport } from './use-report.js';

/** One request: how far it is, and its report. */
export function ReportPage() {
  const { requestId } = useParams({ from: '/read_reports/checks/$requestId' });
  const report = useReport(requestId);
  const may = useMay();
  return (
    <Page
      title={report.data?.service_label ?? 'Check'}
      lead={report.data !== undefined && <Lead report={report.data} />}
      actions={report.data !== undefined && <Actions report={report.data} />}
    >
      <QueryView query={report} rows={10}>
        {(data) => (
          <>
            <p className={classes.confidential}>{data.confidentiality_notice}</p>
            <div className={classes.columns}>
              <div className={classes.main}>
                <StatusPanel report={data} />
                <Checks report={data} />
              </div>
              <div className={classes.side}>
                <RequestPanel report={data} />
                <CreditsPanel report={data} />
                <ConsentPanel report={data} />
              </div>
              <div className={classes.evidence}>
                <RecordPanel report={data} />
              </div>
            </div>
            {may('read_access_log') && (
              <div className={classes.looks} data-print="no">
                <LooksPanel key={data.status} requestId={data.request_id} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Lead({ report: { subject, reference } }: { report: WireReport }) {
  return (
    <>
      <span className={text.mono}>{subject}</span>
      {reference !== undefined && ` · ${reference}`}
    </>
  );
}

function Actions({ report }: { report: WireReport }) {
  const may = useMay();
  return (
    <span className={classes.actions} data-print="no">
      {report.status === 'completed' && (
        <>
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            Print
          </Button>
          <Button
            component="a"
            variant="default"
            leftSection={<IconFileTypePdf size={16} />}
            href={`/api/v1/verifications/${encodeURIComponent(report.request_id)}/report.pdf`}
            download={`${report.request_id}.pdf`}
          >
            PDF
          </Button>
        </>
      )}
      {may('submit') && <AnotherCheck report={report} />}
    </span>
  );
}
