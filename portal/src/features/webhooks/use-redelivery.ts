import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toFailure } from '../../lib/api/failure.js';
import { request } from '../../lib/api/request.js';

/** Sends a message again under the same id. */
export function useRedelivery(deliveriesPath: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) =>
      request(`${deliveriesPath}/${encodeURIComponent(deliveryId)}/redeliver`, { method: 'POST' }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [deliveriesPath] });
      notifications.show({ title: 'On its way again', message: 'The list shows its progress.' });
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not sent again', message: toFailure(error).message }),
  });
}
