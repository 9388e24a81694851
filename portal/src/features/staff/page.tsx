import { Page } from '../../lib/ui/page.js';
import { AccountsPanel } from '../accounts/accounts-panel.js';

/** The accounts of the people who run the service. */
export function StaffPage() {
  return (
    <Page
      title="Staff"
      lead="Support works on reviews, administrators manage accounts and credits, auditors read."
    >
      <AccountsPanel title="Accounts" path="/admin/staff" staff empty="Create the first account." />
    </Page>
  );
}
