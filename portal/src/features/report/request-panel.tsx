import { countryName } from '../../../../shared/domain/country-name.js';
import { checkOf } from '../../../../shared/services/index.js';
import type { WireReport } from '../../../../shared/wire/report.js';
import { useAccount } from '../../lib/session/session.js';
import { Facts } from '../../lib/ui/facts.js';
import { Moment } from '../../lib/ui/moment.js';
import { Panel } from '../../lib/ui/panel.js';
import { Person } from '../../lib/ui/person.js';
import text from '../../lib/ui/text.module.css';

/** What was requested, for whom, why, and from which source. */
export function RequestPanel({ report }: { report: WireReport }) {
  const { client } = useAccount();
  return (
    <Panel title="Request">
      <Facts
        items={[
          ['Prepared for', client?.name],
          ['Your reference', report.reference],
          ['Purpose', report.purpose],
          ['Screened', report.screened && <Screened key="screened" screened={report.screened} />],
          ['Parts', partsOf(report)],
          ['Source', report.provider_source],
          ['Category', report.category],
          ['Submitted', <Moment key="at" iso={report.created_at} />],
          [
            'Submitted by',
            report.submitted_by !== null && (
              <Person key="by" name={report.submitted_by_name} email={report.submitted_by} />
            ),
          ],
          ['Completed', report.completed_at && <Moment key="done" iso={report.completed_at} />],
          ['Erased', report.erased_at && <Moment key="erased" iso={report.erased_at} />],
        ].filter((item): item is [string, NonNullable<(typeof item)[1]>] => Boolean(item[1]))}
      />
    </Panel>
  );
}

const ENTITIES: Readonly<Record<string, string>> = { person: 'a person', company: 'a company' };
const LISTS: Readonly<Record<string, string>> = {
  all: 'all lists',
  sanctions: 'sanctions only',
  pep: 'politically exposed persons only',
};

/** What a screening searched for. */
function Screened({ screened }: { screened: NonNullable<WireReport['screened']> }) {
  const { name, entity, country, dataset } = screened;
  return (
    <>
      <span className={text.mono}>{name}</span>
      {`, as ${ENTITIES[entity] ?? entity}, country ${countryName(country)} (${country}), ${LISTS[dataset] ?? dataset}`}
    </>
  );
}

/** The parts of a bundle; a single check has none. */
function partsOf({ checks }: WireReport): string | undefined {
  if (checks.length === 1) return undefined;
  return checks.map(({ service_code }) => checkOf(service_code).label).join(', ');
}
