import { Link } from '@tanstack/react-router';
import { EmptyState } from '../lib/ui/empty-state.js';
import { Page } from '../lib/ui/page.js';
import { Panel } from '../lib/ui/panel.js';
import text from '../lib/ui/text.module.css';

/** Shown for an address that does not exist, or not for this account. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Panel>
        <EmptyState
          title="There is nothing here that your account can see"
          action={
            <Link to="/" className={text.link ?? ''}>
              Go to the start page
            </Link>
          }
        >
          Check the address, or start from the menu.
        </EmptyState>
      </Panel>
    </Page>
  );
}
