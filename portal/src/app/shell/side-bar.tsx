import { ActionIcon } from '@mantine/core';
import { IconBook2, IconLogout, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { personWords } from '../../lib/namesakes.js';
import { ROLE_WORDS } from '../../lib/role-words.js';
import { useAccount, useSession } from '../../lib/session/session.js';
import { useMay } from '../../lib/session/use-may.js';
import { BalanceCard } from './balance-card.js';
import { ModeSwitch } from './mode-switch.js';
import { navigationOf } from './navigation.js';
import { SchemeToggle } from './scheme-toggle.js';
import classes from './side-bar.module.css';

interface SideBarProps {
  onSearch: () => void;
  onNavigate?: () => void;
}

/** The navigation, and the account that is signed in. */
export function SideBar({ onSearch, onNavigate }: SideBarProps) {
  const { role, mode, email, client, name = null } = useAccount();
  const may = useMay();
  const { end } = useSession();
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={classes.search}
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <IconSearch size={16} aria-hidden />
        Go to…
        <kbd className={classes.key}>Ctrl K</kbd>
      </button>
      <nav aria-label="Main">
        <ul className={classes.list}>
          {navigationOf(role, mode).map(({ to, label, icon: Icon }) => (
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
          <li>
            {/* The documentation is served next to the portal, so it is not one of its routes. */}
            <a href="/docs/" className={classes.item}>
              <IconBook2 size={19} stroke={1.7} aria-hidden />
              Documentation
            </a>
          </li>
        </ul>
      </nav>
      <div className={classes.foot}>
        <ModeSwitch />
        {may('read_wallet') && <BalanceCard />}
        <div className={classes.who}>
          <Link
            to="/account"
            className={classes.name ?? ''}
            title={`Your account: ${personWords({ name, email })}`}
            {...(onNavigate !== undefined && { onClick: onNavigate })}
          >
            {name ?? email}
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
          <span className={classes.place}>
            {client !== null && (
              <span className={classes.client} title={client.name}>
                {client.name}
              </span>
            )}
            <span className={classes.role}>{ROLE_WORDS[role].name}</span>
          </span>
        </div>
      </div>
    </div>
  );
}
