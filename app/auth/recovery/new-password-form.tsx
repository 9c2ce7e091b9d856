import { useState } from "react";
import { useForm } from "react-hook-form";
import type { SupabaseAuth } from "#app/api/client/supabase.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { MIN_PASSWORD_LENGTH, NewPassword } from "#domain/sign-in/credentials.ts";
import type { PasswordCopy } from "./password-copy.ts";
import { type SavePasswordResult, savePassword } from "./save-password.ts";

type NewPasswordFormProps = {
  auth: SupabaseAuth;
  copy: PasswordCopy;
  onResult: (result: SavePasswordResult) => void;
};

export function NewPasswordForm({ auth, copy, onResult }: NewPasswordFormProps) {
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    setError(null);
    const result = await savePassword(auth, password);
    if (result.ok || result.isSessionOver) {
      onResult(result);
    } else {
      setError(result.message);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {error && (
        <Banner tone="negative" urgent>
          {error}
        </Banner>
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD_LENGTH}
        error={errors.password?.message}
        {...register("password")}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD_LENGTH}
        error={errors.confirmation?.message}
        {...register("confirmation")}
      />
      <Button type="submit" tone="primary" busy={isSubmitting} busyLabel={copy.busyLabel} className="w-full">
        {copy.submitLabel}
      </Button>
    </form>
  );
}
