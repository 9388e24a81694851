// In the JavaScript of 2015: browsers that are too old must read it, too.
document.getElementById('old-browser').hidden =
  typeof URL.canParse === 'function' && 'popover' in HTMLElement.prototype;
