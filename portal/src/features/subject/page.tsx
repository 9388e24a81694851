import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../lib/ui/empty-state.js';
import form from '../../lib/ui/form.module.css';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { TypedSearch } from '../../lib/ui/typed-search.js';
import { Everything } from './everything.js';
import { lookAtSubject, subjectInView } from './subject-in-view.js';

/** Everything this client knows about one subject, which is kept in the tab's memory and appears in no address. */
export function SubjectPage() {
  const [subject, setSubject] = useState(subjectInView);
  const asked = subject.trim();
  return (
    <Page title="One subject" lead="Every check of your organisation on one person, company or vehicle.">
      <Panel flush>
        <div className={form.filters} data-print="no">
          <TypedSearch
            label="Subject"
            placeholder="In full, in any spelling"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={subject}
            onSearch={(typed) => {
              lookAtSubject(typed);
              setSubject(typed);
            }}
          />
        </div>
        {asked === '' ? (
          <EmptyState title="Who are you looking for?">
            Enter the full number or name, in any spelling that a check accepts. It is kept in the memory of
            this tab and in no address.
          </EmptyState>
        ) : (
          <Everything key={asked} subject={asked} />
        )}
      </Panel>
    </Page>
  );
}
