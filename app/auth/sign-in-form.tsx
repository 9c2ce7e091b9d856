import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import type { House } from "#app/api/house.ts";
import { formRules } from "#app/components/form-rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { SignIn } from "#domain/credentials.ts";
import { signIn } from "./sessions/sign-in.ts";
import { useCaptcha } from "./use-captcha.tsx";

type SignInFormProps = {
  house: House;
  /** Why the person is asked to sign in again. */
  notice?: string | null;
  /** Remember me and the way to a forgotten password. */
  offersRemembering?: boolean;
  onSignedIn?: () => void;
};

/** E-mail and password, at either door. Refusals keep what was typed. */
export function SignInForm({ house, notice, offersRemembering = false, onSignedIn }: SignInFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRemembered, setIsRemembered] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: formRules(SignIn),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();

  const submit = handleSubmit(async (credentials) => {
    setRefusal(null);
    const outcome = await signIn(house, credentials, { isRemembered, captchaToken: await captcha.answer() });
    if (outcome.ok) onSignedIn?.();
    else setRefusal(outcome.words);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {refusal ? (
        <Banner tone="negative" urgent>
          {refusal}
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
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register("password")}
      />
      {offersRemembering && (
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
