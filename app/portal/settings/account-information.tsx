import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { pendingEmailQuery, requestEmailChange } from "#app/api/auth/account.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { activeMembersQuery } from "#app/api/portal/active-members.ts";
import {
  changeOwnName,
  ownAccessKey,
  ownAccessQuery,
  saveOwnSettings,
} from "#app/api/portal/client-account.ts";
import { PEOPLE_KEY } from "#app/api/shared/people-key.ts";
import { useReauthentication } from "#app/components/account/use-reauthentication.ts";
import { useDraft } from "#app/components/drafts.ts";
import { withMinimumDuration } from "#app/components/minimum-duration.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { canRenamePerson, OwnSettings } from "#domain/clients/account-settings.ts";
import { type CurrentClient, useCurrentClient, useHasPermission } from "../current-client.ts";
import { PendingEmailChange } from "./pending-email-change.tsx";

const MIN_BUSY_MS = 1000;
const SUCCESS_BANNER_MS = 3000;

const SAVE_FAILED_MESSAGE = "We couldn't save your settings. Try again.";
const EMAIL_CHANGE_FAILED_MESSAGE = "Saved, but we couldn't email your new address. Try again.";
const EMAIL_CHANGE_NEEDS_SIGN_IN_MESSAGE = "Saved, except for your email. Sign in again to change it.";
const EMAIL_CHANGE_RATE_LIMITED_MESSAGE =
  "Saved. We just sent a confirmation email; wait a minute before requesting another.";

type SaveResult = { kind: "saved" } | { kind: "failed"; message: string };

/** The signed-in user's name and email address, and the company's details, which only owners can change. */
export function AccountInformation() {
  const client = useCurrentClient();
  const canChangeDetails = useHasPermission("settings");
  const canSendMessages = useHasPermission("messages");
  const queryClient = useQueryClient();
  const [result, setResult] = useState<SaveResult | null>(null);
  const form = useForm({ resolver: zodResolver(OwnSettings), defaultValues: toFormValues(client) });
  const { register, handleSubmit, reset, setValue, formState, control } = form;
  const [name, contactPerson] = useWatch({ control, name: ["name", "contactPerson"] });
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
      const saved = await withMinimumDuration(MIN_BUSY_MS, save(settings));
      // Show the current address until the new one is confirmed.
      reset(saved);
      setResult(await changeEmail(settings.email));
    } catch (error) {
      logRequestError(error);
      setResult({ kind: "failed", message: SAVE_FAILED_MESSAGE });
    }
  });

  async function save(settings: OwnSettings): Promise<OwnSettings> {
    if (canChangeDetails) {
      await saveOwnSettings(client.id, settings);
    }
    // After the details, because a new name can change the contact person.
    const newName =
      settings.renamesPerson && canRenamePerson(settings, client) ? settings.contactPerson : settings.name;
    if (newName !== client.name) {
      await changeOwnName(newName);
      void queryClient.invalidateQueries(activeMembersQuery(client.id));
      void queryClient.invalidateQueries({ queryKey: [PEOPLE_KEY, client.id] });
    }
    try {
      return toFormValues(await fetchSavedClient());
    } catch (error) {
      // The settings were saved.
      logRequestError(error);
      const isRenamedContact =
        newName !== client.name &&
        client.is_contact_person &&
        settings.contactPerson === client.contact_person;
      return {
        ...settings,
        name: newName,
        contactPerson: isRenamedContact ? newName : settings.contactPerson,
        email: client.email,
        renamesPerson: true,
      };
    }
  }

  async function fetchSavedClient(): Promise<CurrentClient> {
    // A request that started before the save returns the previous settings.
    await queryClient.cancelQueries({ queryKey: ownAccessKey(client.userId) });
    const { selected, client: saved } = await queryClient.fetchQuery({
      ...ownAccessQuery(client),
      staleTime: 0,
    });
    return { ...client, ...saved, name: selected.name, is_contact_person: selected.is_contact_person };
  }

  async function changeEmail(email: string): Promise<SaveResult> {
    if (email.toLowerCase() === client.email.toLowerCase()) {
      return { kind: "saved" };
    }
    try {
      await requestEmailChange(email);
      void queryClient.invalidateQueries(pendingEmailQuery(client));
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
        <TextField
          label="Your name"
          autoComplete="name"
          required
          className="sm:col-span-2"
          hint={
            canSendMessages
              ? "Shown with your messages and comments. We use it in emails to you."
              : "We use it in emails to you."
          }
          error={errors.name?.message}
          {...register("name")}
        />
        {canChangeDetails && (
          <>
            <TextField
              label="Contact Person"
              autoComplete="off"
              required
              className="sm:col-span-2"
              hint={
                client.is_contact_person
                  ? "Shown on your invoices. That's you, so it changes with your name."
                  : "Shown on your invoices."
              }
              error={errors.contactPerson?.message}
              {...register("contactPerson")}
            />
            {canRenamePerson({ name, contactPerson }, client) && (
              <div className="sm:col-span-2">
                <Checkbox
                  label="Change my name too"
                  hint="Clear this if someone else becomes the contact person."
                  {...register("renamesPerson")}
                />
              </div>
            )}
          </>
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
        <PendingEmailChange />
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
          <SettingsButtons
            isDirty={isDirty}
            isSaving={isSubmitting}
            onReset={() => reset(toFormValues(client))}
            result={
              result?.kind === "failed" ? (
                <Banner tone="negative" urgent>
                  {result.message}
                </Banner>
              ) : (
                result?.kind === "saved" && (
                  <Banner tone="positive">Account settings saved successfully!</Banner>
                )
              )
            }
          />
        </div>
      </form>
    </Card>
  );
}

function toFormValues(client: CurrentClient): OwnSettings {
  return {
    name: client.name,
    renamesPerson: true,
    contactPerson: client.contact_person,
    email: client.email,
    company: client.company,
    phone: client.phone,
    address: client.address,
  };
}
