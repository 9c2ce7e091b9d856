import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiFailure } from "#app/api/failure.ts";
import { askForNewEmail } from "#app/api/own-account.ts";
import { ownClientKey, saveOwnSettings } from "#app/api/own-client.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { OwnSessions } from "#app/components/account/own-sessions.tsx";
import { SecondFactors } from "#app/components/account/second-factors.tsx";
import { useNewSignIn } from "#app/components/account/use-new-sign-in.ts";
import { atLeast } from "#app/components/at-least.ts";
import { formRules } from "#app/components/form-rules.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { AccountSettings } from "#domain/settings.ts";
import { type CurrentClient, useCurrentClient } from "../current-client.ts";
import { forgetDrafts, useDraft } from "../drafts.ts";

/** Milliseconds (specification section 9): the least time a save is shown as busy, and how long its banner stays. */
const SAVING = 1000;
const SAVED_SHOWN = 3000;

const FAILED = "Your settings could not be saved. Please try again.";
const ADDRESS_FAILED =
  "Your settings were saved, but the mail to your new address could not be sent. Please try again.";
const TOO_OLD =
  "Your settings were saved, all but your address. To change it, sign in again and save once more.";
const TOO_SOON =
  "Your settings were saved. We sent a mail about your address a moment ago; please wait a minute before the next.";

type Outcome = { kind: "saved" } | { kind: "failed"; words: string };

export function AccountSettingsScreen() {
  const client = useCurrentClient();
  return (
    <>
      <PageHead title="Account Settings" context={client.company} />
      <div className="grid max-w-2xl gap-6">
        <AccountInformation />
        <SecondFactors house="client" />
        <OwnSessions house="client" onAllEnded={forgetDrafts} />
      </div>
    </>
  );
}

function AccountInformation() {
  const client = useCurrentClient();
  const answers = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isAddressAsked, setIsAddressAsked] = useState(false);
  const form = useForm({ resolver: formRules(AccountSettings), defaultValues: formOf(client) });
  const { register, handleSubmit, reset, setValue, formState } = form;
  const askForNewSignIn = useNewSignIn("client");
  const { errors, isSubmitting } = formState;
  useDraft(`settings-${client.id}`, form);

  useEffect(() => {
    if (outcome?.kind !== "saved") return;
    const timer = setTimeout(() => setOutcome(null), SAVED_SHOWN);
    return () => clearTimeout(timer);
  }, [outcome]);

  const submit = handleSubmit(async (settings) => {
    setOutcome(null);
    try {
      const saved = await atLeast(SAVING, saveOwnSettings(client.id, settings));
      answers.setQueryData(ownClientKey(client.email), saved);
      // The address that counts stays in the form until the new one was confirmed.
      reset(formOf({ ...saved, email: client.email }));
      setOutcome(await askForAddress(settings.email));
    } catch (error) {
      reportFailure(error);
      setOutcome({ kind: "failed", words: FAILED });
    }
  });

  async function askForAddress(email: string): Promise<Outcome> {
    if (email.toLowerCase() === client.email.toLowerCase()) return { kind: "saved" };
    try {
      await askForNewEmail(email);
      setIsAddressAsked(true);
      return { kind: "saved" };
    } catch (error) {
      setValue("email", email, { shouldDirty: true });
      if (await askForNewSignIn(error)) return { kind: "failed", words: TOO_OLD };
      reportFailure(error);
      const isTooSoon = error instanceof ApiFailure && error.status === 429;
      return { kind: "failed", words: isTooSoon ? TOO_SOON : ADDRESS_FAILED };
    }
  }

  return (
    <Card aria-labelledby="account-information">
      <CardHead title={<span id="account-information">Account Information</span>} />
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Contact Person"
          autoComplete="name"
          required
          error={errors.contactPerson?.message}
          {...register("contactPerson")}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          help="The address you sign in with. A new one counts once you have confirmed it."
          error={errors.email?.message}
          {...register("email")}
        />
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
        <div className="grid gap-4 sm:col-span-2">
          {outcome?.kind === "saved" && <Banner tone="positive">Account settings saved successfully!</Banner>}
          {outcome?.kind === "failed" && (
            <Banner tone="negative" urgent>
              {outcome.words}
            </Banner>
          )}
          {isAddressAsked && <Banner tone="info">Confirm your new address from the mail we sent.</Banner>}
          <div className="flex flex-wrap justify-end gap-3">
            <Button disabled={isSubmitting} onClick={() => reset(formOf(client))}>
              Reset
            </Button>
            <Button type="submit" tone="primary" busy={isSubmitting} busyLabel="Saving...">
              Save Changes
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}

function formOf(client: CurrentClient): AccountSettings {
  return {
    contactPerson: client.contact_person,
    email: client.email,
    company: client.company,
    phone: client.phone,
    address: client.address,
  };
}
