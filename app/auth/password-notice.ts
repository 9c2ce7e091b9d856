let notice: string | null = null;

/** Sets the text that the next sign-in form shows once, after its user set a password. */
export function setPasswordNotice(text: string): void {
  notice = text;
}

export function takePasswordNotice(): string | null {
  const taken = notice;
  notice = null;
  return taken;
}
