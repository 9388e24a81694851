import { notifications } from '@mantine/notifications';
import { type ReactNode, Suspense, useEffect } from 'react';
import { toFailure } from '../api/failure.js';
import { PartBoundary } from './part-boundary.js';

interface DialogPartProps {
  /** The dialog, which is loaded when it is first opened. */
  children: ReactNode;
  onClose: () => void;
}

/** Around a dialog that may not arrive: a message says so, and the page behind it stays as it is. */
export function DialogPart({ children, onClose }: DialogPartProps) {
  return (
    <PartBoundary instead={(error) => <Missed error={error} onClose={onClose} />}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  );
}

function Missed({ error, onClose }: { error: unknown; onClose: () => void }) {
  useEffect(() => {
    notifications.show({ color: 'red', title: 'That did not open', message: toFailure(error).message });
    onClose();
  }, [error, onClose]);
  return null;
}
