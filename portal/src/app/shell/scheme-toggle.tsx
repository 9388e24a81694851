import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

/** Switches between the light and the dark theme; until it is used, the system decides. */
export function SchemeToggle() {
  // Without it, a style element would switch transitions off for a moment, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'dark' ? 'light' : 'dark';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`Use the ${other} theme`}
      title={`Use the ${other} theme`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={18} stroke={1.7} />
    </ActionIcon>
  );
}
