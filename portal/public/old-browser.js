// Says so in a browser that is too old for the portal, instead of leaving the page empty or half of it without effect.
// Written in the JavaScript of 2015, which such a browser can read. What it looks for came with the versions that it
// names: those of docs/versioning.md and portal/vite.config.ts.
{
  const isNewEnough =
    typeof URL.canParse === 'function' &&
    'popover' in HTMLElement.prototype &&
    CSS.supports('selector(:has(a))');
  if (!isNewEnough) {
    const notice = document.createElement('p');
    notice.className = 'old-browser';
    notice.setAttribute('role', 'alert');
    notice.textContent =
      'This browser is too old for the portal. Use Chrome or Edge 120, Firefox 125 or Safari 17, or a later version. ' +
      'Everything that the portal does can also be done by the HTTP API.';
    document.body.insertBefore(notice, document.body.firstChild);
  }
}
