import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { House } from "#app/api/house.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { LoginLink, loginAddresses } from "./login-link.tsx";
import type { PasswordWords } from "./password-words.ts";

/** Milliseconds until the login is shown (specification section 9). */
const REDIRECT_AFTER = 2000;

/** The password is set: says so, and goes on to the login of the account's role. */
export function PasswordStored({ house, words }: { house: House; words: PasswordWords }) {
  const navigate = useNavigate();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    message.current?.focus();
    const timer = setTimeout(() => void navigate(loginAddresses[house], { replace: true }), REDIRECT_AFTER);
    return () => clearTimeout(timer);
  }, [house, navigate]);
  return (
    <SignInPage title={words.done}>
      <div ref={message} role="status" tabIndex={-1} className="mb-6 grid gap-3 outline-none">
        <CircleCheck aria-hidden="true" className="size-6 text-positive" />
        <p>{words.next}</p>
      </div>
      <LoginLink house={house}>Go to Login</LoginLink>
    </SignInPage>
  );
}
