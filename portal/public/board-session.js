// On the page of the queue's board, which knows nothing of sessions: it would go on showing what it last had after a
// sign-out, and its own requests would keep an unattended session alive. The rules, and the names of the channels, are
// those of the portal's pages (portal/src/lib/session).
(() => {
  const ASK_EVERY_MS = 15_000;
  const IDLE_AFTER_MS = 15 * 60_000;
  const TELL_OTHERS_EVERY_MS = 10_000;
  const ANSWERS_WITHIN_MS = 10_000;
  const SIGN_OUT_DUE = 'sign-out-due';
  let lastActive = Date.now();
  let told = 0;

  const isSignOutDue = () => localStorage.getItem(SIGN_OUT_DUE) !== null;
  // In place of a page without a session the service shows its sign-in page. A sign-out that has not reached the
  // service is made up for by the portal, whose pages show nothing until then.
  const leave = () => {
    document.documentElement.hidden = true;
    if (isSignOutDue()) location.replace('/');
    else location.reload();
  };
  if (isSignOutDue()) leave();
  const ends = new BroadcastChannel('session');
  ends.onmessage = leave;

  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    // The page itself: whoever has signed in meanwhile may not be allowed to see it.
    const answer = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    if (answer?.status === 401) leave();
  };
  setInterval(ask, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', ask);

  const activity = new BroadcastChannel('activity');
  activity.onmessage = () => {
    lastActive = Date.now();
  };
  const touch = () => {
    lastActive = Date.now();
    if (lastActive - told < TELL_OTHERS_EVERY_MS) return;
    told = lastActive;
    activity.postMessage('active');
  };
  for (const name of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(name, touch, { passive: true });
  }

  const signOut = async () => {
    localStorage.setItem(SIGN_OUT_DUE, 'true');
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    const answer = await fetch('/api/v1/logout', { method: 'POST', signal }).catch(() => undefined);
    if (answer?.ok || answer?.status === 401) localStorage.removeItem(SIGN_OUT_DUE);
    ends.postMessage('idle');
    leave();
  };
  const watch = setInterval(() => {
    if (Date.now() - lastActive < IDLE_AFTER_MS) return;
    clearInterval(watch);
    void signOut();
  }, 1_000);
})();
