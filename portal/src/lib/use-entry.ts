import { useLocation } from '@tanstack/react-router';

/**
 * The entry of the browser's history at which the page stands: what is kept under it is there again after going back.
 */
export function useEntry(): string {
  return useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
}
