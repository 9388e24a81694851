/** The token of a link from a mail: after the `#`, so that no server and no log ever sees it. */
export function linkToken(): string {
  return window.location.hash.slice(1);
}

/** Leaves for the sign-in page, without the link in the history of the browser. */
export function leaveForSignIn(): void {
  window.location.replace('/');
}
