import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { atLeast } from "#app/components/at-least.ts";
import { ownClient, saveOwnSettings } from "#app/data/own-client.ts";
import { reportFailure } from "#app/data/report-failure.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { brand } from "#brand";
import { AccountSettings } from "#domain/settings.ts";
import { type CurrentClient, useCurrentClient } from "../current-client.ts";

/** Milliseconds (specification section 9): the least time a save is shown as busy, and how long its banner stays. */
const SAVING = 1000;
const SAVED_SHOWN = 3000;

export function AccountSettingsScreen() {
  const client = useCurrentClient();
  const answers = useQueryClient();
  const [outcome, setOutcome] = useState<"saved" | "failed" | null>(null);
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(AccountSettings),
    defaultValues: formOf(client),
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (outcome !== "saved") return;
    const timer = setTimeout(() => setOutcome(null), SAVED_SHOWN);
    return () => clearTimeout(timer);
  }, [outcome]);

  const submit = handleSubmit(async (settings) => {
    setOutcome(null);
    try {
      const saved = await atLeast(SAVING, saveOwnSettings(client.id, settings));
      answers.setQueryData(ownClient(client.email).queryKey, saved);
      reset(formOf({ ...saved, email: client.email }));
      setOutcome("saved");
    } catch (error) {
      reportFailure(error);
      setOutcome("failed");
    }
  });

  return (
    <>
      <PageHead title="Account Settings" context={client.company} />
      <Card className="max-w-2xl">
        <CardHead title="Account Information" />
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
            readOnly
            className="[&_input]:bg-surface [&_input]:text-muted"
            help={
              <>
                The address you sign in with. To change it, write to{" "}
                <a href={`mailto:${brand.contactEmail}`} className="text-accent underline underline-offset-2">
                  {brand.contactEmail}
                </a>
                .
              </>
            }
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
            {outcome === "saved" && <Banner tone="positive">Account settings saved successfully!</Banner>}
            {outcome === "failed" && (
              <Banner tone="negative" urgent>
                Your settings could not be saved. Please try again.
              </Banner>
            )}
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
    </>
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
