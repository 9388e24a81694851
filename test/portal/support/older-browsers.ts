/**
 * Takes away what at least one of Chrome 120, Firefox 125 and Safari 17 lacks (docs/versioning.md), also what libraries
 * use only where it is there: without it they go another way.
 */
export const WITHOUT_NEWER = `
  const missing = {
    window: ['requestIdleCallback', 'cancelIdleCallback', 'URLPattern', 'navigation', 'scheduler', 'CloseWatcher'],
    'Array': ['fromAsync'],
    'Document.prototype': ['startViewTransition', 'caretPositionFromPoint'],
    'Element.prototype': ['getHTML', 'setHTMLUnsafe', 'moveBefore'],
    'Error': ['captureStackTrace'],
    'HTMLInputElement.prototype': ['showPicker'],
    'HTMLSelectElement.prototype': ['showPicker'],
    'Intl': ['DurationFormat'],
    'Iterator.prototype': ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'find'],
    'Map': ['groupBy'],
    'Math': ['sumPrecise', 'f16round'],
    'Navigator.prototype': ['connection', 'userAgentData', 'keyboard'],
    'Object': ['groupBy'],
    'Promise': ['withResolvers', 'try'],
    'PublicKeyCredential': ['getClientCapabilities', 'parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'],
    'RegExp': ['escape'],
    'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
    'Uint8Array': ['fromBase64', 'fromHex'],
    'Uint8Array.prototype': ['toBase64', 'toHex'],
    'URL': ['parse'],
  };
  for (const [place, names] of Object.entries(missing)) {
    const owner = place.split('.').reduce((found, name) => found?.[name], window);
    for (const name of names) if (owner) delete owner[name];
  }`;
