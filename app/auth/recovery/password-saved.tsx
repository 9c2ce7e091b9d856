import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { Area } from "#app/api/client/area.ts";
import { CircleCheck } from "#app/ui/icons.tsx";
import { setSignInHint } from "../sign-in-hint.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { LOGIN_PATHS, LoginLink } from "./login-link.tsx";
import type { PasswordCopy } from "./password-copy.ts";

const REDIRECT_DELAY_MS = 2000;

/** Confirms the new password, then redirects to the login page. */
type PasswordSavedProps = { area: Area; email: string; copy: PasswordCopy };

export function PasswordSaved({ area, email, copy }: PasswordSavedProps) {
  const navigate = useNavigate();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    message.current?.focus();
    setSignInHint({ email, notice: copy.signInNotice });
    const timer = setTimeout(() => void navigate(LOGIN_PATHS[area], { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [area, email, copy, navigate]);
  return (
    <SignInPage title={copy.successTitle}>
      <div ref={message} role="status" tabIndex={-1} className="mb-6 grid gap-3 outline-none">
        <CircleCheck aria-hidden="true" className="size-6 text-positive" />
        <p>{copy.successText}</p>
      </div>
      <LoginLink area={area}>Go to Login</LoginLink>
    </SignInPage>
  );
}
