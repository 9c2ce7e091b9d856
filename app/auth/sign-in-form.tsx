import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import type { Area } from "#app/api/client/area.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { SignIn } from "#domain/sign-in/credentials.ts";
import { signIn } from "./sessions/sign-in.ts";
import { useCaptcha } from "./use-captcha.tsx";

type SignInFormProps = {
  area: Area;
  /** Explains why the previous session ended. */
  notice?: string | null;
  /** Also shows the Forgot password link. */
  showRememberMe?: boolean;
  onSignedIn?: () => void;
};

export function SignInForm({ area, notice, showRememberMe = false, onSignedIn }: SignInFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [isRemembered, setIsRemembered] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SignIn),
    defaultValues: { email: readPrefilledEmail(useLocation().state), password: "" },
  });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();

  const submit = handleSubmit(async (credentials) => {
    setError(null);
    const result = await signIn(area, credentials, { isRemembered, captchaToken: await captcha.getToken() });
    if (result.ok) {
      onSignedIn?.();
    } else {
      setError(result.message);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {error ? (
        <Banner tone="negative" urgent>
          {error}
        </Banner>
      ) : (
        notice && <Banner tone="info">{notice}</Banner>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register("password")}
      />
      {showRememberMe && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox
            label="Remember me"
            checked={isRemembered}
            onChange={(event) => setIsRemembered(event.target.checked)}
          />
          <Link
            to="/forgot-password"
            className="inline-flex min-h-6 items-center rounded-small text-14 text-accent underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Forgot password?
          </Link>
        </div>
      )}
      {captcha.field}
      <Button type="submit" tone="primary" busy={isSubmitting} busyLabel="Logging in..." className="w-full">
        Login
      </Button>
    </form>
  );
}

/** The address of the account whose password was just set. */
function readPrefilledEmail(state: unknown): string {
  const hasEmail = typeof state === "object" && state !== null && "email" in state;
  return hasEmail && typeof state.email === "string" ? state.email : "";
}
