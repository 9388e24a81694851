import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Mode } from '../../../../shared/domain/mode.js';
import { toFailure } from '../api/failure.js';
import { request } from '../api/request.js';
import { tellTabs } from './tell-tabs.js';
import { isAnythingUnsent } from './unsent-anywhere.js';

const CHANNEL = 'mode';

/** A switch that would lose what was typed: it waits for an answer. */
export interface LossyModeSwitch {
  mode: Mode;
  isPending: boolean;
  goOn: () => void;
  stay: () => void;
}

/**
 * Switches the session to the other side of the client. All tabs of this browser share the cookie, so all of them
 * reload, at the address that `placeIn` returns for the mode: none may show one side and work on the other. If that
 * would lose something, `lossy` is there to ask about it.
 */
export function useSwitchMode(placeIn: (mode: Mode) => string) {
  const [asked, setAsked] = useState<Mode>();
  const change = useMutation({
    mutationFn: async ({ mode, losing }: { mode: Mode; losing: boolean }) => {
      if (!losing && (await isAnythingUnsent())) return 'unsent';
      await request('/me/mode', { method: 'POST', body: { mode } });
      return 'switched';
    },
    onSuccess: (outcome, { mode }) => {
      setAsked(outcome === 'unsent' ? mode : undefined);
      if (outcome === 'switched') tellTabs(CHANNEL, mode);
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not switched', message: toFailure(error).message }),
  });
  const { isPending, data: outcome, variables } = change;
  const mode = variables?.mode;
  useEffect(() => {
    // Only now: while the question waits for its answer, the browser would ask whether to leave the page.
    if (outcome === 'switched' && mode !== undefined) window.location.assign(placeIn(mode));
  }, [outcome, mode, placeIn]);
  const lossy: LossyModeSwitch | undefined = asked && {
    mode: asked,
    isPending,
    goOn: () => change.mutate({ mode: asked, losing: true }),
    stay: () => setAsked(undefined),
  };
  return { isPending, switchTo: (mode: Mode) => change.mutate({ mode, losing: false }), lossy };
}

/** Reloads this tab when another one has switched, at the address that `placeIn` returns for the mode. */
export function useSwitchesElsewhere(placeIn: (mode: Mode) => string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => window.location.assign(placeIn(data as Mode));
    return () => channel.close();
  }, [placeIn]);
}
