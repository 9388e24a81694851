/** Tells password managers whose password is chosen: they would save it under the name of the person, or under none. */
export function WhosePassword({ email }: { email: string }) {
  return <input type="email" autoComplete="username" name="username" value={email} readOnly hidden />;
}
