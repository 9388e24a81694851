import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Mode } from '../../../../shared/domain/mode.js';
import { toFailure } from '../api/failure.js';
import { request } from '../api/request.js';
import { tellTabs } from './tell-tabs.js';

const CHANNEL = 'mode';

/**
 * Switches the session to the other side of the client. All tabs of this browser share the cookie, so all of them
 * reload: none may show one side and work on the other.
 */
export function useSwitchMode() {
  return useMutation({
    mutationFn: (mode: Mode) => request('/me/mode', { method: 'POST', body: { mode } }),
    onSuccess: (_answer, mode) => {
      tellTabs(CHANNEL, mode);
      window.location.assign('/');
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not switched', message: toFailure(error).message }),
  });
}

/** Reloads this tab when another one has switched. */
export function useSwitchesElsewhere(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => window.location.assign('/');
    return () => channel.close();
  }, []);
}
