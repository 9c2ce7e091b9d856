import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { changePassword } from "#app/api/auth/account.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PasswordField } from "#app/ui/forms/password-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { ChangePassword as ChangePasswordForm } from "#domain/sign-in/credentials.ts";
import { useReauthentication } from "./use-reauthentication.ts";

const EMPTY_FORM = { currentPassword: "", password: "" };

/** Form that changes the user's password and ends all other sessions. */
export function ChangePassword({ area }: { area: Area }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const reauthenticateIfRequired = useReauthentication(area);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(ChangePasswordForm),
    defaultValues: EMPTY_FORM,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    try {
      await changePassword(area, form);
    } catch (error) {
      if (await reauthenticateIfRequired(error)) {
        return;
      }
      const problem = error instanceof ApiError ? describeError(error) : null;
      if (problem?.field) {
        setError(problem.field, { message: problem.message }, { shouldFocus: true });
      } else {
        logRequestError(error);
        setFailure(problem?.message ?? "We couldn't change your password. Try again.");
      }
      return;
    }
    reset(EMPTY_FORM);
    showToast("Password changed. You were signed out on all other devices.");
    await queryClient.invalidateQueries({ queryKey: ["own-sessions", area] });
  });

  return (
    <Card aria-labelledby="change-password">
      <CardHeader
        title={<span id="change-password">Password</span>}
        subtitle="Changing your password signs you out on all other devices"
      />
      <form noValidate onSubmit={submit} className="grid gap-4">
        {failure && (
          <Banner tone="negative" urgent>
            {failure}
          </Banner>
        )}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          required
          error={errors.currentPassword?.message}
          {...register("currentPassword")}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          hint="At least 8 characters."
          error={errors.password?.message}
          {...register("password")}
        />
        <Button type="submit" className="justify-self-end" busy={isSubmitting} busyLabel="Changing...">
          Change password
        </Button>
      </form>
    </Card>
  );
}

type Problem = { field?: "currentPassword" | "password"; message: string };

function describeError({ code, status }: ApiError): Problem | null {
  if (code.startsWith("current_password_")) {
    return { field: "currentPassword", message: "That's not your current password." };
  }
  if (code === "weak_password") {
    return {
      field: "password",
      message: "This password is too easy to guess. Choose a different one.",
    };
  }
  if (code === "same_password") {
    return {
      field: "password",
      message: "Choose a password that's different from your current one.",
    };
  }
  return status === 429 ? { message: "Too many attempts. Wait a few minutes and try again." } : null;
}
