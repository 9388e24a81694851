import {
  IconActivityHeartbeat,
  IconBuilding,
  IconChecklist,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconSquareRoundedPlus,
  IconStack2,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import type { Role } from '../../../../shared/domain/roles.js';

/** The ways into the workspace of each role, in the order of use. */
export const NAVIGATION = {
  client: [
    { to: '/', label: 'Home', icon: IconHome },
    { to: '/checks/new', label: 'New check', icon: IconSquareRoundedPlus },
    { to: '/checks', label: 'History', icon: IconHistory },
    { to: '/wallet', label: 'Wallet', icon: IconWallet },
    { to: '/api-keys', label: 'API keys', icon: IconKey },
    { to: '/webhooks', label: 'Webhooks', icon: IconWebhook },
  ],
  support: [
    { to: '/', label: 'Home', icon: IconHome },
    { to: '/reviews', label: 'Reviews', icon: IconChecklist },
    { to: '/queue', label: 'Queue', icon: IconStack2 },
  ],
  admin: [
    { to: '/', label: 'Home', icon: IconHome },
    { to: '/clients', label: 'Clients', icon: IconBuilding },
    { to: '/staff', label: 'Staff', icon: IconUsers },
    { to: '/audit-log', label: 'Audit log', icon: IconListDetails },
    { to: '/service-health', label: 'Service health', icon: IconActivityHeartbeat },
  ],
} as const satisfies Record<Role, readonly { to: string; label: string; icon: typeof IconKey }[]>;
