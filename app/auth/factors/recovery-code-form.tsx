import { useState } from "react";
import { useForm } from "react-hook-form";
import { redeemRecoveryCode } from "#app/api/auth/recovery-codes.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { RedeemRecoveryCode } from "#domain/sign-in/recovery-code.ts";
import { RestoreAccessNote } from "./restore-access-note.tsx";

type RecoveryCodeFormProps = { area: Area; onRedeemed: () => Promise<void>; onBack: () => void };

/** Signs in with a recovery code, which removes the lost second factors. */
export function RecoveryCodeForm({ area, onRedeemed, onBack }: RecoveryCodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(RedeemRecoveryCode),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      await redeemRecoveryCode(area, code);
      await onRedeemed();
    } catch (error) {
      if (error instanceof ApiError && error.code === "wrong_recovery_code") {
        setError("code", { message: error.message }, { shouldFocus: true });
        return;
      }
      const fallback = "We couldn't verify the code. Try again.";
      setFailure(error instanceof Error ? errorMessage(error, fallback) : fallback);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {failure && (
        <Banner tone="negative" urgent>
          {failure}
        </Banner>
      )}
      <p className="text-14 text-muted">
        A recovery code signs you in and removes two-factor authentication from your account, so that you can
        set it up again on another device.
      </p>
      <TextField
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        placeholder="xxxx-xxxx-xxxx-xxxx"
        error={errors.code?.message}
        {...register("code")}
      />
      <Button type="submit" tone="primary" busy={isSubmitting} busyLabel="Checking..." className="w-full">
        Use recovery code
      </Button>
      <RestoreAccessNote question="No recovery codes left?" />
      <Button tone="quiet" onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
