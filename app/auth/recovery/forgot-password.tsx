import { MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { MetaFunction } from "react-router";
import { formRules } from "#app/components/form-rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { brand } from "#brand";
import { ForgotPassword } from "#domain/credentials.ts";
import { SignInPage } from "../sign-in-page.tsx";
import { useCaptcha } from "../use-captcha.tsx";
import { LoginLink } from "./login-link.tsx";
import { requestReset } from "./request-reset.ts";

export const meta: MetaFunction = () => [
  { title: `Forgot Password – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export default function ForgotPasswordPage() {
  const [isSent, setIsSent] = useState(false);
  return isSent ? <Sent /> : <Asking onSent={() => setIsSent(true)} />;
}

function Asking({ onSent }: { onSent: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: formRules(ForgotPassword),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const captcha = useCaptcha();

  const submit = handleSubmit(async ({ email }) => {
    setRefusal(null);
    const outcome = await requestReset(email, await captcha.answer());
    if (outcome.ok) onSent();
    else setRefusal(outcome.words);
  });

  return (
    <SignInPage title="Forgot Password" subtitle="We send you a link with which you can set a new password">
      <form noValidate onSubmit={submit} className="grid gap-5">
        {refusal && (
          <Banner tone="negative" urgent>
            {refusal}
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

/** The same for every address: whether there is such an account stays unsaid. */
function Sent() {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <SignInPage title="Check Your Email">
      <div ref={words} role="status" tabIndex={-1} className="mb-6 grid gap-3 outline-none">
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
