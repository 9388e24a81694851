import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/app/theme.js';

const NAME = 'virtual:theme.css';
const RESOLVED = `\0${NAME}`;

/**
 * Writes the theme's variables to the stylesheet of the build. Mantine would insert them with a `<style>` in the
 * browser, which a content security policy without inline styles forbids.
 */
export function themeStylesheet(): Plugin {
  return {
    name: 'theme-stylesheet',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? stylesheet() : undefined),
  };
}

function stylesheet(): string {
  const variables = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables(
    {
      variables: variables.variables,
      light: { '--mantine-color-scheme': 'light', ...variables.light },
      dark: { '--mantine-color-scheme': 'dark', ...variables.dark },
    },
    ':root',
  );
}
