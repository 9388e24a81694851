import { checkOf, PHOTO_SERVICES } from '../../../../shared/services/index.js';
import type { WireCheck, WireReport } from '../../../../shared/wire/report.js';
import { Panel } from '../../lib/ui/panel.js';
import { StatusBadge } from '../../lib/ui/status-badge.js';
import { Details } from './details.js';
import { Photo } from './photo.js';
import classes from './report.module.css';

interface ChecksProps {
  report: WireReport;
  /** The report is about nobody, so there is no photograph to fetch. */
  sample?: boolean;
}

/** What each part of the request found. */
export function Checks({ report, sample = false }: ChecksProps) {
  return report.checks.map((check) => (
    <Check key={check.service_code} check={check} report={report} sample={sample} />
  ));
}

function Check({ check, report, sample }: { check: WireCheck; report: WireReport; sample: boolean }) {
  const bundle = report.checks.length > 1;
  if (!bundle && (check.status !== 'completed' || check.details === null)) return null;
  const hasPhoto = !sample && PHOTO_SERVICES.includes(check.service_code) && check.outcome === 'positive';
  const title = bundle ? checkOf(check.service_code).label : 'Facts';
  return (
    <Panel
      title={title}
      {...(bundle && {
        aside: <StatusBadge status={check.status} outcome={check.outcome} service={check.service_code} />,
      })}
    >
      <div className={classes.check}>
        <div className={classes.checkBody}>
          {bundle && check.label !== null && <p className={classes.checkLabel}>{check.label}</p>}
          <Facts check={check} />
        </div>
        {hasPhoto && <Photo requestId={report.request_id} />}
      </div>
    </Panel>
  );
}

function Facts({ check }: { check: WireCheck }) {
  if (check.status === 'pending') return <p className={classes.none}>Not answered yet.</p>;
  if (check.status === 'manual_review') return <p className={classes.none}>In review: no facts yet.</p>;
  if (check.outcome === 'closed') return <p className={classes.none}>Support closed it without a result.</p>;
  if (check.details === null) return <p className={classes.none}>The source gave no facts.</p>;
  return <Details facts={checkOf(check.service_code).facts} details={check.details} />;
}
