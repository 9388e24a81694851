import { checkOf } from '../../../../shared/services/index.js';
import type { Health, WireService } from '../../../../shared/wire/services.js';
import { useServices } from '../../lib/api/use-services.js';
import { Badge, type Tone } from '../../lib/ui/badge.js';
import { type Column, DataTable } from '../../lib/ui/data-table.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { QueryView } from '../../lib/ui/query-view.js';
import text from '../../lib/ui/text.module.css';
import { ReadinessPanel } from './readiness-panel.js';
import classes from './service-health.module.css';

const HEALTH: Readonly<Record<Health, readonly [Tone, string]>> = {
  operational: ['good', 'Operational'],
  degraded: ['warn', 'Degraded'],
  down: ['bad', 'Down'],
};

const COLUMNS: readonly Column<WireService>[] = [
  { header: 'Check', phone: 'title', cell: ({ label }) => label },
  { header: 'Category', phone: 'below', cell: ({ category }) => category },
  { header: 'Asks', room: 'middle', phone: 'below', cell: ({ checks }) => <Parts checks={checks} /> },
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

/** The parts of a bundle, which is down when any of them is. */
function Parts({ checks }: Pick<WireService, 'checks'>) {
  return checks.length === 1 ? 'Its own source' : checks.map((code) => checkOf(code).label).join(', ');
}

/** The first thing one wants to know: whether anything is wrong. */
function Summary({ services }: { services: readonly WireService[] }) {
  const well = services.filter(({ health }) => health === 'operational').length;
  return (
    <span className={text.muted}>
      {well === services.length ? `All ${well} operational` : `${well} of ${services.length} operational`}
    </span>
  );
}

/** The state of the sources and of the service itself. */
export function ServiceHealthPage() {
  const services = useServices();
  return (
    <Page
      title="Service health"
      lead="What the workers saw of every source in the last minutes. It updates by itself."
    >
      <ReadinessPanel />
      <Panel title="Sources" flush aside={services.data && <Summary services={services.data.data} />}>
        <QueryView query={services} rows={12}>
          {({ data }) => (
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
                rows={data}
                keyOf={({ service_code }) => service_code}
              />
            </>
          )}
        </QueryView>
      </Panel>
    </Page>
  );
}
