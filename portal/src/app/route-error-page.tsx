import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../lib/ui/error-state.js';
import { Page } from '../lib/ui/page.js';
import { Panel } from '../lib/ui/panel.js';

/** Shown if a page crashed, or its script could not be loaded because a new release has replaced it. */
export function RouteErrorPage({ error }: ErrorComponentProps) {
  return (
    <Page title="This page did not open">
      <Panel>
        <ErrorState error={error} onRetry={() => window.location.reload()} />
      </Panel>
    </Page>
  );
}
