import { ActionIcon } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useAccount, useSession } from '../../lib/session/session.js';
import { BalanceCard } from './balance-card.js';
import { NAVIGATION } from './navigation.js';
import { SchemeToggle } from './scheme-toggle.js';
import classes from './side-bar.module.css';

const STAFF = { support: 'Support', admin: 'Administration' } as const;

/** Where one can go, and as whom one is here. */
export function SideBar({ onNavigate }: { onNavigate?: () => void }) {
  const { role, email, client } = useAccount();
  const { end } = useSession();
  const place = role === 'client' ? (client?.name ?? '') : STAFF[role];
  return (
    <div className={classes.bar}>
      <nav aria-label="Main">
        <ul className={classes.list}>
          {NAVIGATION[role].map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.item ?? ''}
                // Home and History would otherwise also be marked on the pages below them.
                activeOptions={{ exact: to === '/checks' || to === '/', includeSearch: false }}
                {...(onNavigate !== undefined && { onClick: onNavigate })}
              >
                <Icon size={19} stroke={1.7} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.foot}>
        {role === 'client' && <BalanceCard />}
        <div className={classes.who}>
          <Link
            to="/account"
            className={classes.name ?? ''}
            title={`Your account: ${email}`}
            {...(onNavigate !== undefined && { onClick: onNavigate })}
          >
            <span className={classes.client}>{place}</span>
            <span className={classes.email}>{email}</span>
          </Link>
          <span className={classes.icons}>
            <SchemeToggle />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Sign out"
              title="Sign out"
              onClick={() => void end('signed_out')}
            >
              <IconLogout size={18} stroke={1.7} />
            </ActionIcon>
          </span>
        </div>
      </div>
    </div>
  );
}
