type SignInHint = { email?: string; notice?: string };

let hint: SignInHint = {};

/** Sets what the next sign-in form shows once, after its user set a password. */
export function setSignInHint(next: SignInHint): void {
  hint = next;
}

export function takeSignInHint(): SignInHint {
  const taken = hint;
  hint = {};
  return taken;
}
