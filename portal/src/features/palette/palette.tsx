import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { useMay } from '../../lib/session/use-may.js';
import { ESCAPES_HERE } from '../../lib/ui/escapes-here.js';
import { useFocusBack } from '../../lib/ui/use-focus-back.js';
import classes from './palette.module.css';
import { usePaletteItems } from './use-palette-items.js';

interface PaletteProps {
  /** Returns what was typed before the input appeared. */
  typedAhead: () => string;
  onClose: () => void;
}

/** Opens anything with a few keystrokes: pages, checks, and requests by id, reference or subject. */
export function Palette({ typedAhead, onClose }: PaletteProps) {
  useFocusBack();
  const may = useMay();
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState(0);
  const { items, searching } = usePaletteItems(typed);
  const navigate = useNavigate();
  const listId = useId();
  const current = Math.min(marked, items.length - 1);
  const open = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    onClose();
    item.prepare?.();
    void navigate(item.to);
  };
  const act = (event: KeyboardEvent) => {
    // These keys choose among the words that an input method offers, and end its composition.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (current + step + items.length) % Math.max(1, items.length);
      setMarked(next);
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      open(current);
    }
    if (event.key === 'Escape') onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Go to" size="lg" yOffset="10vh" centered={false}>
      <TextInput
        data-autofocus
        {...ESCAPES_HERE}
        role="combobox"
        aria-label="Page, check, request id, reference or subject"
        aria-expanded={items.length > 0}
        aria-controls={listId}
        {...(items.length > 0 && { 'aria-activedescendant': `${listId}-${current}` })}
        placeholder={placeholderFor(may)}
        leftSection={<IconSearch size={16} aria-hidden />}
        // The search may be about a person: the browser must not suggest it later.
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onFocus={() => setTyped((text) => text + typedAhead())}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={act}
      />
      <div id={listId} role="listbox" aria-label="Where to go" className={classes.list}>
        {items.map(({ key, label, note }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input, which keeps the focus.
          <div
            key={key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes.item}
            onMouseEnter={() => setMarked(index)}
            onClick={() => open(index)}
          >
            <span className={classes.label}>{label}</span>
            <span className={classes.note}>{note}</span>
          </div>
        ))}
      </div>
      <p className={classes.foot} role="status">
        {items.length === 0 &&
          (searching ? 'Searching…' : 'Nothing found. Enter references and subjects in full.')}
      </p>
    </Modal>
  );
}

function placeholderFor(may: ReturnType<typeof useMay>): string {
  if (may('read_reports')) return 'A page, a check, an id, a reference, or a full subject';
  if (may('work_reviews')) return 'A page, or the id of a request';
  return may('read_clients') ? 'A page, or the id of a client' : 'A page';
}
