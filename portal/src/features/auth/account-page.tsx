import { roleChoice } from '../../lib/role-words.js';
import { useAccount } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { Facts } from '../../lib/ui/facts.js';
import { Notice } from '../../lib/ui/notice.js';
import { Page } from '../../lib/ui/page.js';
import { Panel } from '../../lib/ui/panel.js';
import { SideBySide } from '../../lib/ui/side-by-side.js';
import text from '../../lib/ui/text.module.css';
import { LogoPanel } from '../logo/logo-panel.js';
import { FactorsPanel } from '../security/factors-panel.js';
import { SessionsPanel } from '../security/sessions-panel.js';
import classes from './account-page.module.css';
import { MailsPanel } from './mails-panel.js';
import { PasswordForm } from './password-form.js';

/** The user's own account, with a form to change the password. */
export function AccountPage() {
  const { email, name = null, role, client, user_id } = useAccount();
  const may = useMay();
  return (
    <Page title="Your account">
      <SideBySide>
        <Panel title="Signed in as">
          <Facts
            items={[
              ['Name', name ?? undefined],
              ['E-mail address', email],
              ['Role', roleChoice(role)],
              ['Client', client?.name],
              [
                'User ID',
                <span key="id" className={text.mono}>
                  {user_id}
                </span>,
              ],
            ]}
          />
        </Panel>
        {/* Members of staff have fewer panels: in this order both columns are full. */}
        {client === null && <FactorsPanel />}
        <Panel title="Password">
          <div className={classes.note}>
            <Notice tone="plain">
              A new password ends every session of this account, this one included.
            </Notice>
          </div>
          <PasswordForm />
        </Panel>
        {client !== null && <FactorsPanel />}
        <MailsPanel role={role} />
        {client !== null && may('manage_logo') && <LogoPanel path="/logo" clientName={client.name} />}
      </SideBySide>
      <SessionsPanel />
    </Page>
  );
}
