import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { Area } from "#app/api/client/area.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { getSessionStore } from "./sessions/session-store.ts";
import { signIn } from "./sessions/sign-in.ts";
import { takeSignInHint } from "./sign-in-hint.ts";
import { useCaptcha } from "./use-captcha.tsx";
import { focusField, useCredentials } from "./use-credentials.ts";

type SignInFormProps = {
  area: Area;
  /** Explains why the previous session ended. */
  notice?: string | null;
  /** Also shows the Forgot password link. */
  showRememberMe?: boolean;
  onSignedIn?: () => void;
  /** The user starts typing. */
  onFocus?: () => void;
};

export function SignInForm({ area, notice, showRememberMe = false, onSignedIn, onFocus }: SignInFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [hint] = useState(takeSignInHint);
  const { errors, isSubmitting, handleSubmit, revalidate } = useCredentials();
  const captcha = useCaptcha();
  const isHydrated = useIsHydrated();

  const form = useRef<HTMLFormElement>(null);

  function prepareSignIn() {
    onFocus?.();
    // Submitting the form reports the error.
    getSessionStore(area)
      .connect()
      .catch(() => {});
  }
  const prepare = useRef(prepareSignIn);
  prepare.current = prepareSignIn;
  useEffect(() => {
    // The user can focus a field before React handles its events.
    if (form.current?.contains(document.activeElement)) {
      prepare.current();
    }
  }, []);

  const submit = handleSubmit(async (credentials, fields) => {
    setError(null);
    const isRemembered = fields.has("remember");
    const result = await signIn(area, credentials, { isRemembered, captchaToken: await captcha.getToken() });
    if (result.ok) {
      onSignedIn?.();
    } else {
      setError(result.message);
      if (result.hasWrongCredentials && form.current) {
        focusField(form.current, "password");
      }
    }
  });

  return (
    <form
      ref={form}
      // If a browser submits it without the script, the password is not part of the URL.
      method="post"
      noValidate
      onSubmit={submit}
      onChange={revalidate}
      onFocus={prepareSignIn}
      className="needs-script grid gap-5"
    >
      {error ? (
        <Banner tone="negative" urgent>
          {error}
        </Banner>
      ) : (
        (notice ?? hint.notice) && <Banner tone="info">{notice ?? hint.notice}</Banner>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
        name="email"
        defaultValue={hint.email}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password}
        name="password"
      />
      {showRememberMe && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox label="Remember me" name="remember" />
          <Link
            to="/forgot-password"
            className="inline-flex min-h-6 items-center rounded-small text-14 text-accent underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Forgot password?
          </Link>
        </div>
      )}
      {captcha.field}
      <Button
        type="submit"
        tone="primary"
        busy={isSubmitting}
        busyLabel="Logging in..."
        disabled={!isHydrated}
        className="w-full"
      >
        Login
      </Button>
    </form>
  );
}

/** False in the prerendered page until React handles its events. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
