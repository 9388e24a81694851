import { ActionIcon, Button } from '@mantine/core';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { WireReport } from '../../../../shared/wire/report.js';
import { useMay } from '../../lib/session/use-may.js';
import { LoadingRows } from '../../lib/ui/loading-rows.js';
import { Page } from '../../lib/ui/page.js';
import { QueryView } from '../../lib/ui/query-view.js';
import { LooksPanel } from '../access-log/looks-panel.js';
import { ReportLogo } from '../logo/report-logo.js';
import { useLogo } from '../logo/use-logo.js';
import { AnotherCheck } from './another-check.js';
import { Checks } from './checks.js';
import { ConsentPanel } from './consent-panel.js';
import { CreditsPanel } from './credits-panel.js';
import { RecordPanel } from './record-panel.js';
import classes from './report.module.css';
import { ReportLead } from './report-lead.js';
import { RequestPanel } from './request-panel.js';
import { StatusPanel } from './status-panel.js';
import { useReport } from './use-report.js';

/** One request: its progress, and its report. */
export function ReportPage() {
  const { requestId } = useParams({ from: '/read_reports/checks/$requestId' });
  const report = useReport(requestId);
  const logo = useLogo('/logo');
  return (
    <Page
      title={report.data?.service_label ?? 'Check'}
      lead={report.data !== undefined && <ReportLead report={report.data} />}
      actions={report.data !== undefined && <Actions report={report.data} />}
    >
      <QueryView query={report} rows={10}>
        {(data) =>
          // Both at once, so that a logo that arrives later does not move the report down.
          logo.isPending ? <LoadingRows rows={10} /> : <Body report={data} logo={logo.data} />
        }
      </QueryView>
    </Page>
  );
}

interface BodyProps {
  report: WireReport;
  logo: string | null | undefined;
}

function Body({ report, logo }: BodyProps) {
  const may = useMay();
  return (
    <>
      <ReportLogo picture={logo} />
      <p className={classes.confidential}>{report.confidentiality_notice}</p>
      <div className={classes.columns}>
        <div className={classes.main}>
          <StatusPanel report={report} />
          <Checks report={report} />
        </div>
        <div className={classes.side}>
          <RequestPanel report={report} />
          <CreditsPanel report={report} />
          <ConsentPanel report={report} />
        </div>
        <div className={classes.evidence}>
          <RecordPanel report={report} />
        </div>
      </div>
      {may('read_access_log') && (
        <div className={classes.looks} data-print="no">
          <LooksPanel key={report.status} requestId={report.request_id} />
        </div>
      )}
    </>
  );
}

function Actions({ report }: { report: WireReport }) {
  const may = useMay();
  return (
    <span className={classes.actions} data-print="no">
      {report.status === 'completed' && (
        <>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Print"
            title="Print"
            onClick={() => window.print()}
          >
            <IconPrinter size={17} />
          </ActionIcon>
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
