import '@fontsource-variable/inter/wght.css';
import './app/fallback-font.css';
import './app/mantine-styles.js';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { theme } from './app/theme.js';
import { createQueryClient } from './lib/api/query-client.js';
import { askSession, SessionProvider } from './lib/session/session.js';
import { keepFocusOfBusyButtons } from './lib/ui/busy-buttons.js';
import { leadToFaultyFields } from './lib/ui/faulty-fields.js';
import { ignoreMissedDrops } from './lib/ui/missed-drops.js';
import { focusPressedButtons } from './lib/ui/pressed-buttons.js';
import { ignoreHeldEnter, ignoreSecondClicks } from './lib/ui/second-clicks.js';

ignoreSecondClicks();
ignoreHeldEnter();
ignoreMissedDrops();
focusPressedButtons();
keepFocusOfBusyButtons();
leadToFaultyFields();
const session = askSession(false);
const root = document.getElementById('root');
if (root === null) throw new Error('Bug: index.html has no #root');

createRoot(root).render(
  <StrictMode>
    {/* Variables and classes are in the stylesheet of the build: nothing may be inserted here (see vite.config.ts). */}
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Notifications position="bottom-right" autoClose={5_000} />
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider first={session}>
          <App />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
