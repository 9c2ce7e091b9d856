import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { MetaFunction } from "react-router";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { MailCheck } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { ForgotPassword } from "#domain/sign-in/credentials.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { useCaptcha } from "../use-captcha.tsx";
import { LoginLink } from "./login-link.tsx";
import { requestPasswordReset } from "./request-password-reset.ts";

export const meta: MetaFunction = () => [
  { title: `Forgot Password – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export default function ForgotPasswordPage() {
  const [isSent, setIsSent] = useState(false);
  return isSent ? <EmailSent /> : <RequestForm onSent={() => setIsSent(true)} />;
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgotPassword),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();

  const submit = handleSubmit(async ({ email }) => {
    setError(null);
    const result = await requestPasswordReset(email, await captcha.getToken());
    if (result.ok) {
      onSent();
    } else {
      setError(result.message);
    }
  });

  return (
    <SignInPage title="Forgot Password" subtitle="We'll email you a link to reset your password">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {error && (
          <Banner tone="negative" urgent>
            {error}
          </Banner>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...register("email")}
        />
        {captcha.field}
        <Button type="submit" tone="primary" busy={isSubmitting} busyLabel="Sending..." className="w-full">
          Send Reset Link
        </Button>
        <LoginLink />
      </form>
    </SignInPage>
  );
}

/** This message is the same for all addresses, so that it does not reveal which accounts exist. */
function EmailSent() {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <SignInPage title="Check Your Email">
      <div ref={message} role="status" tabIndex={-1} className="mb-6 grid gap-3 outline-none">
        <MailCheck aria-hidden="true" className="size-6 text-positive" />
        <p>If an account exists with that email, we've sent password reset instructions.</p>
        <p className="text-14 text-muted">
          The link expires in 1 hour. Check your spam folder if you don't see it.
        </p>
      </div>
      <LoginLink />
    </SignInPage>
  );
}
