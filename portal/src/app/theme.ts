import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent of the portal: a calm petrol. White text stands on shade 7 with a contrast of 5.9 : 1. */
const petrol: MantineColorsTuple = [
  '#edf6fa',
  '#dbeaf1',
  '#b5d5e3',
  '#8bbfd4',
  '#63abc9',
  '#4295b6',
  '#2b7fa2',
  '#1f6a8a',
  '#175672',
  '#0f4258',
];

/** The greys of the dark theme, with a little of the accent in them; app.css has the surfaces they belong to. */
const dark: MantineColorsTuple = [
  '#cdd5db',
  '#b3bdc5',
  '#8d99a3',
  '#5f6c76',
  '#3c4750',
  '#2d363e',
  '#1d242a',
  '#181e23',
  '#12171b',
  '#0d1114',
];

/**
 * Shipped with the portal (main.tsx); until it is loaded fallback-font.css stands in, and the system's font for missing
 * characters.
 */
const SANS =
  '"Inter Variable", "Inter Fallback", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const MONO = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: { fontFamily: SANS, fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The libraries behind these would lock scrolling with a <style> of their own, which our policy forbids; app.css
    // does it instead.
    Modal: {
      defaultProps: { lockScroll: false, centered: true, closeButtonProps: { 'aria-label': 'Close' } },
    },
    // What is typed may name people: the browser must not offer it to whoever sits here next. Accounts say otherwise.
    TextInput: { defaultProps: { autoComplete: 'off' } },
    // Mantine leaves the eye to the mouse.
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    Drawer: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});
