import { checkOf } from '../../../../shared/services/index.js';
import type { WireServiceFigures } from '../../../../shared/wire/home.js';
import type { Health, WireService } from '../../../../shared/wire/services.js';
import { useServices } from '../../lib/api/use-services.js';
import { formatNumber, humanise } from '../../lib/format.js';
import { Absent } from '../../lib/ui/absent.js';
import { Badge, type Tone } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { Duration } from '../../lib/ui/duration.js';
import { HealthSummary } from '../../lib/ui/health-summary.js';
import { LoadingRows } from '../../lib/ui/loading-rows.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { useHome } from '../home/use-home.js';
import { ReadinessPanel } from './readiness-panel.js';
import classes from './service-health.module.css';

const HEALTH: Readonly<Record<Health, readonly [Tone, string]>> = {
  operational: ['good', 'Operational'],
  degraded: ['warn', 'Degraded'],
  down: ['bad', 'Down'],
};

const PERIOD = 7;

/** The figures are undefined if they could not be loaded. */
type Row = WireService & { figures: Pick<WireServiceFigures, 'submitted' | 'turnaround'> | undefined };

const NOTHING_ASKED = { submitted: 0, turnaround: null };

const COLUMNS: readonly Column<Row>[] = [
  {
    header: 'Check',
    phone: 'title',
    cell: ({ label, category }) => (
      <>
        {label}
        <div className={`${text.muted} ${classes.small}`}>{category}</div>
      </>
    ),
  },
  { header: 'Source', room: 'small', phone: 'below', cell: ({ checks }) => <Asked checks={checks} /> },
  {
    header: `Checks in ${PERIOD} days`,
    end: true,
    phone: 'named-below',
    cell: ({ figures }) => (figures === undefined ? <Absent /> : formatNumber(figures.submitted)),
  },
  {
    header: 'Usually takes',
    end: true,
    room: 'small',
    phone: 'named-below',
    cell: ({ figures }) => <Duration ms={figures?.turnaround?.p50_ms} />,
  },
  {
    header: '19 of 20 within',
    end: true,
    room: 'middle',
    phone: 'named-below',
    cell: ({ figures }) => <Duration ms={figures?.turnaround?.p95_ms} />,
  },
  {
    header: 'State',
    end: true,
    phone: 'aside',
    cell: ({ health }) => {
      const [tone, word] = HEALTH[health];
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
];

/** Whom a check asks; or what a bundle is made of, which is down when a part of it is. */
function Asked({ checks }: Pick<WireService, 'checks'>) {
  const [first, ...others] = checks;
  if (first !== undefined && others.length === 0) return humanise(checkOf(first).source);
  return checks.map((code) => checkOf(code).label).join(', ');
}

/** The state of the sources and of the service itself. */
export function ServiceHealthPage() {
  const services = useServices();
  const home = useHome(PERIOD);
  const figures = new Map(home.data?.services.map((row) => [row.service_code, row]));
  const figuresOf = (code: WireService['service_code']) =>
    figures.get(code) ?? (home.data === undefined ? undefined : NOTHING_ASKED);
  return (
    <Page
      title="Service health"
      lead="What the workers saw of every source in the last few minutes, and how long answers took this week. It updates by itself."
    >
      <ReadinessPanel />
      <Panel title="Sources" flush aside={services.data && <HealthSummary of={services.data.data} />}>
        <QueryView query={services} rows={12}>
          {({ data }) =>
            // The figures need lines of their own on a phone.
            home.isPending ? (
              <LoadingRows rows={12} />
            ) : (
              <>
                {data.some(({ health }) => health === 'down') && (
                  <div className={classes.notice}>
                    <Notice tone="warn">
                      Checks of a source that is down are accepted and wait; they are made when it is back.
                    </Notice>
                  </div>
                )}
                <DataTable
                  label="Sources"
                  columns={COLUMNS}
                  rows={data.map((service) => ({ ...service, figures: figuresOf(service.service_code) }))}
                  keyOf={({ service_code }) => service_code}
                />
              </>
            )
          }
        </QueryView>
      </Panel>
    </Page>
  );
}
