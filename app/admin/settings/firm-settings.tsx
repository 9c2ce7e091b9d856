import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { firmContacts, saveFirm } from "#app/api/admin-firm.ts";
import { squareLinks } from "#app/api/admin-square.ts";
import { both, Loaded } from "#app/components/loaded.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { brand } from "#brand";
import { type FirmContacts, FirmForm, type FirmLinks } from "#domain/firm-settings.ts";
import { wordsOf } from "../lists/words-of.ts";
import { SectionHead } from "./section-head.tsx";
import { useUnsavedChanges } from "./use-unsaved-changes.ts";

type Stored = FirmLinks & FirmContacts;

/** Where pages lead outside the product, and whom the firm has mailed. */
export function FirmSettings() {
  const query = both(useQuery(squareLinks()), useQuery(firmContacts()));
  return (
    <section aria-label="Firm">
      <SectionHead
        title="Firm"
        context={`Links and recipients. What names ${brand.name} itself is part of the installation.`}
      />
      <Loaded
        query={query}
        failed="The firm’s settings could not be loaded."
        loading={<Loading text="Loading settings..." rows={4} />}
      >
        {([links, { recipients }]) => (
          <FirmFields
            stored={{
              manage_plan: links.manage_plan ?? null,
              subscription: links.subscription ?? "",
              invoice: links.invoice ?? "",
              recipients,
            }}
          />
        )}
      </Loaded>
    </section>
  );
}

function FirmFields({ stored }: { stored: Stored }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(FirmForm),
    defaultValues: typedOf(stored),
  });
  const { errors, isDirty } = formState;
  useUnsavedChanges(isDirty, "the firm’s settings");
  const save = useMutation({
    mutationFn: saveFirm,
    onSuccess: async (_, saved) => {
      reset(typedOf(saved));
      showToast("Settings saved");
      await queryClient.invalidateQueries(squareLinks());
      await queryClient.invalidateQueries(firmContacts());
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form))} className="grid max-w-2xl gap-5">
      {save.error && (
        <Banner tone="negative" urgent>
          {wordsOf(save.error, "Failed to save the settings")}
        </Banner>
      )}
      <TextArea
        label="Mail inquiries and bookings to"
        rows={3}
        help={`One address a line, at most five. Empty: the installation’s own, else ${brand.contactEmail}.`}
        error={errors.recipients?.message}
        {...register("recipients")}
      />
      <TextField
        label="Manage link"
        type="url"
        autoComplete="off"
        help="Where a client’s Manage leads. Empty: the payment page of the plan’s newest invoice."
        error={errors.manage_plan?.message}
        {...register("manage_plan")}
      />
      <TextField
        label="Subscription page"
        type="url"
        required
        autoComplete="off"
        help="Square’s own page of a subscription, for administrators; {id} stands for its id."
        error={errors.subscription?.message}
        {...register("subscription")}
      />
      <TextField
        label="Invoice page"
        type="url"
        required
        autoComplete="off"
        help="Square’s own page of an invoice, likewise."
        error={errors.invoice?.message}
        {...register("invoice")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={!isDirty || save.isPending} onClick={() => reset()}>
          Reset
        </Button>
        <Button type="submit" tone="primary" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  );
}

function typedOf({ manage_plan, recipients, ...pages }: Stored) {
  return { ...pages, manage_plan: manage_plan ?? "", recipients: recipients.join("\n") };
}
