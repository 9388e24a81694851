import { ActionIcon, Drawer, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { DialogPart } from '../../lib/parts/dialog-part.js';
import { lazyPart } from '../../lib/parts/lazy-part.js';
import { useUnsentAnswer } from '../../lib/session/unsent-anywhere.js';
import { useMay } from '../../lib/session/use-may.js';
import { useSwitchesElsewhere } from '../../lib/session/use-mode.js';
import { ANNOUNCED_IN } from '../../lib/ui/announce.js';
import { BalanceChip } from './balance-chip.js';
import { Bands } from './bands.js';
import { IdleGuard } from './idle-guard.js';
import { Logo } from './logo.js';
import { ModeSwitch } from './mode-switch.js';
import { usePlaceInMode } from './place-in-mode.js';
import classes from './shell.module.css';
import { SideBar } from './side-bar.js';
import { TestBand } from './test-band.js';
import { useRecovery } from './use-recovery.js';
import { useTypedAhead } from './use-typed-ahead.js';

const Palette = lazyPart(async () => (await import('../../features/palette/palette.js')).Palette);

/** The frame of the workspace: the menu at the side, or behind a button on small screens. */
export function Shell() {
  const may = useMay();
  useSwitchesElsewhere(usePlaceInMode());
  useUnsentAnswer();
  useRecovery();
  const [menuOpened, menu] = useDisclosure(false);
  const [paletteOpened, palette] = useDisclosure(false);
  const ahead = useTypedAhead();
  const search = () => {
    ahead.begin();
    palette.open();
  };
  // Also while typing: it is the way out of a form by keyboard.
  useHotkeys([['mod+K', search]], []);
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <nav className={classes.top} aria-label="Start page, wallet and menu">
        <Link to="/" className={classes.brand ?? ''}>
          <Logo />
          <span className={classes.word}>Verifications</span>
        </Link>
        <span className={classes.quick}>
          <ModeSwitch />
          {may('read_wallet') && <BalanceChip />}
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Open the menu" onClick={menu.open}>
            <IconMenu2 size={20} />
          </ActionIcon>
        </span>
      </nav>
      <Drawer opened={menuOpened} onClose={menu.close} title="Menu" size={288} position="right">
        <SideBar
          onNavigate={menu.close}
          onSearch={() => {
            menu.close();
            search();
          }}
        />
      </Drawer>
      <aside className={classes.side} aria-label="Workspace">
        <Link to="/" className={classes.brand ?? ''}>
          <Logo />
          Verifications
        </Link>
        <SideBar onSearch={search} />
      </aside>
      <main id="content" tabIndex={-1} className={classes.main}>
        <TestBand />
        <div className={classes.content}>
          <Outlet />
        </div>
      </main>
      {paletteOpened && (
        <DialogPart onClose={palette.close}>
          <Palette typedAhead={ahead.take} onClose={palette.close} />
        </DialogPart>
      )}
      <VisuallyHidden id={ANNOUNCED_IN} role="status" />
      <Bands />
      <IdleGuard />
    </div>
  );
}
