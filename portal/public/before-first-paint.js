(() => {
  const page = document.documentElement;
  if (!URL.canParse || !('popover' in HTMLElement.prototype)) page.classList.add('too-old');
  let chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {}
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
