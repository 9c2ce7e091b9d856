import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { requestEmailChange } from "#app/api/auth/account.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { type OwnAccess, ownAccessKey, saveOwnSettings } from "#app/api/portal/client-account.ts";
import { useReauthentication } from "#app/components/account/use-reauthentication.ts";
import { useDraft } from "#app/components/drafts.ts";
import { withMinimumDuration } from "#app/components/minimum-duration.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { AccountSettings } from "#domain/clients/account-settings.ts";
import type { ClientRow } from "#domain/clients/client.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";

const MIN_BUSY_MS = 1000;
const SUCCESS_BANNER_MS = 3000;

const SAVE_FAILED_MESSAGE = "We couldn't save your settings. Try again.";
const EMAIL_CHANGE_FAILED_MESSAGE = "Saved, but we couldn't email your new address. Try again.";
const EMAIL_CHANGE_NEEDS_SIGN_IN_MESSAGE = "Saved, except for your email. Sign in again to change it.";
const EMAIL_CHANGE_RATE_LIMITED_MESSAGE =
  "Saved. We just sent a confirmation email; wait a minute before requesting another.";

type SaveResult = { kind: "saved" } | { kind: "failed"; message: string };

/** The company's details, which only owners can change, and the signed-in user's email address. */
export function AccountInformation() {
  const client = useCurrentClient();
  const canChangeDetails = useHasPermission("settings");
  const queryClient = useQueryClient();
  const [result, setResult] = useState<SaveResult | null>(null);
  const [isConfirmationSent, setIsConfirmationSent] = useState(false);
  const form = useForm({ resolver: zodResolver(AccountSettings), defaultValues: toFormValues(client) });
  const { register, handleSubmit, reset, setValue, formState } = form;
  const reauthenticateIfRequired = useReauthentication("client");
  const { errors, isDirty, isSubmitting } = formState;
  useDraft(`settings-${client.id}`, form);

  useEffect(() => {
    if (result?.kind !== "saved") {
      return;
    }
    const timer = setTimeout(() => setResult(null), SUCCESS_BANNER_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const submit = handleSubmit(async (settings) => {
    setResult(null);
    try {
      const saved = await withMinimumDuration(
        MIN_BUSY_MS,
        canChangeDetails ? saveOwnSettings(client.id, settings) : Promise.resolve(client),
      );
      queryClient.setQueryData<OwnAccess>(
        ownAccessKey(client.userId),
        (access) => access && { ...access, client: canChangeDetails ? saved : access.client },
      );
      // Show the current address until the new one is confirmed.
      reset(toFormValues({ ...saved, email: client.email }));
      setResult(await changeEmail(settings.email));
    } catch (error) {
      logRequestError(error);
      setResult({ kind: "failed", message: SAVE_FAILED_MESSAGE });
    }
  });

  async function changeEmail(email: string): Promise<SaveResult> {
    if (email.toLowerCase() === client.email.toLowerCase()) {
      return { kind: "saved" };
    }
    try {
      await requestEmailChange(email);
      setIsConfirmationSent(true);
      return { kind: "saved" };
    } catch (error) {
      setValue("email", email, { shouldDirty: true });
      if (await reauthenticateIfRequired(error)) {
        return { kind: "failed", message: EMAIL_CHANGE_NEEDS_SIGN_IN_MESSAGE };
      }
      logRequestError(error);
      const isRateLimited = error instanceof ApiError && error.status === 429;
      return {
        kind: "failed",
        message: isRateLimited ? EMAIL_CHANGE_RATE_LIMITED_MESSAGE : EMAIL_CHANGE_FAILED_MESSAGE,
      };
    }
  }

  return (
    <Card aria-labelledby="account-information">
      <CardHeader title={<span id="account-information">Account Information</span>} />
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {canChangeDetails && (
          <TextField
            label="Contact Person"
            autoComplete="name"
            required
            className="sm:col-span-2"
            error={errors.contactPerson?.message}
            {...register("contactPerson")}
          />
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          // Long addresses need the full width.
          className="sm:col-span-2"
          hint="You sign in with this email. A new one takes effect after you confirm it."
          error={errors.email?.message}
          {...register("email")}
        />
        {canChangeDetails && (
          <>
            <TextField
              label="Company"
              autoComplete="organization"
              required
              error={errors.company?.message}
              {...register("company")}
            />
            <TextField
              label="Phone"
              type="tel"
              autoComplete="tel"
              error={errors.phone?.message}
              {...register("phone")}
            />
            <TextArea
              label="Address"
              autoComplete="street-address"
              rows={3}
              className="sm:col-span-2"
              error={errors.address?.message}
              {...register("address")}
            />
          </>
        )}
        <div className="grid gap-4 sm:col-span-2">
          {result?.kind === "saved" && <Banner tone="positive">Account settings saved successfully!</Banner>}
          {result?.kind === "failed" && (
            <Banner tone="negative" urgent>
              {result.message}
            </Banner>
          )}
          {isConfirmationSent && (
            <Banner tone="info">Open the link we emailed to your new address to confirm it.</Banner>
          )}
          <SettingsButtons
            isDirty={isDirty}
            isSaving={isSubmitting}
            onReset={() => reset(toFormValues(client))}
          />
        </div>
      </form>
    </Card>
  );
}

function toFormValues(client: ClientRow & { email: string }): AccountSettings {
  return {
    contactPerson: client.contact_person,
    email: client.email,
    company: client.company,
    phone: client.phone,
    address: client.address,
  };
}
