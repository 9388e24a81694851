import type { ErrorComponentProps } from '@tanstack/react-router';
import { PageFailure } from '../lib/parts/page-failure.js';
import { Page } from '../lib/ui/page.js';
import { Panel } from '../lib/ui/panel.js';

/** Shown if a page crashed, or its script could not be loaded because a new release has replaced it. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page did not open">
      <Panel>
        <PageFailure error={error} onRetry={reset} />
      </Panel>
    </Page>
  );
}
