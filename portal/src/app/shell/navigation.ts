import {
  IconActivityHeartbeat,
  IconBuilding,
  IconChecklist,
  IconEye,
  IconHistory,
  IconHome,
  IconKey,
  IconListCheck,
  IconListDetails,
  IconSquareRoundedPlus,
  IconStack2,
  IconTable,
  IconUserCheck,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { type Act, mayDo } from '../../../../shared/domain/access.js';
import type { Mode } from '../../../../shared/domain/mode.js';
import type { Role } from '../../../../shared/domain/roles.js';

/** The menu of the workspace, in the order of use, the act each entry requires, and the act that makes it needless. */
const NAVIGATION = [
  { to: '/', label: 'Home', icon: IconHome, act: 'read_figures' },
  { to: '/checks/new', label: 'New check', icon: IconSquareRoundedPlus, act: 'submit' },
  { to: '/checks', label: 'History', icon: IconHistory, act: 'read_reports' },
  {
    to: '/live-checks',
    label: 'Live checks',
    icon: IconListCheck,
    act: 'follow_reports',
    unless: 'read_reports',
  },
  { to: '/batches', label: 'Batches', icon: IconTable, act: 'read_reports' },
  { to: '/wallet', label: 'Wallet', icon: IconWallet, act: 'read_wallet' },
  { to: '/api-keys', label: 'API keys', icon: IconKey, act: 'manage_keys' },
  { to: '/webhooks', label: 'Webhooks', icon: IconWebhook, act: 'manage_webhooks' },
  { to: '/team', label: 'Team', icon: IconUsers, act: 'manage_team' },
  { to: '/access-log', label: 'Access log', icon: IconEye, act: 'read_access_log' },
  { to: '/reviews', label: 'Reviews', icon: IconChecklist, act: 'work_reviews' },
  { to: '/queue', label: 'Queue', icon: IconStack2, act: 'read_queue' },
  { to: '/clients', label: 'Clients', icon: IconBuilding, act: 'read_clients' },
  { to: '/staff', label: 'Staff', icon: IconUsers, act: 'read_staff' },
  { to: '/approvals', label: 'Approvals', icon: IconUserCheck, act: 'read_approvals' },
  { to: '/audit-log', label: 'Audit log', icon: IconListDetails, act: 'read_audit_log' },
  { to: '/service-health', label: 'Service health', icon: IconActivityHeartbeat, act: 'read_clients' },
] as const satisfies readonly Entry[];

interface Entry {
  to: string;
  label: string;
  icon: typeof IconKey;
  act: Act;
  unless?: Act;
}

/** The entries for a role on this side: developers submit and read only in test mode. */
export function navigationOf(role: Role, mode: Mode) {
  return NAVIGATION.filter(
    (entry) => mayDo(role, entry.act, mode) && !('unless' in entry && mayDo(role, entry.unless, mode)),
  );
}
