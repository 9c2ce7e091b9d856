import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Auth } from "#app/api/backend.ts";
import { formRules } from "#app/components/form-rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { MINIMUM_NEW_PASSWORD, NewPassword } from "#domain/credentials.ts";
import type { PasswordWords } from "./password-words.ts";
import { type StoredPassword, storePassword } from "./store-password.ts";

type NewPasswordFormProps = {
  auth: Auth;
  words: PasswordWords;
  onOutcome: (stored: StoredPassword) => void;
};

export function NewPasswordForm({ auth, words, onOutcome }: NewPasswordFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: formRules(NewPassword),
    defaultValues: { password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    setRefusal(null);
    const stored = await storePassword(auth, password);
    if (stored.ok || stored.isOver) onOutcome(stored);
    else setRefusal(stored.words);
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {refusal && (
        <Banner tone="negative" urgent>
          {refusal}
        </Banner>
      )}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={MINIMUM_NEW_PASSWORD}
        error={errors.password?.message}
        {...register("password")}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        minLength={MINIMUM_NEW_PASSWORD}
        error={errors.confirmation?.message}
        {...register("confirmation")}
      />
      <Button type="submit" tone="primary" busy={isSubmitting} busyLabel={words.busy} className="w-full">
        {words.act}
      </Button>
    </form>
  );
}
