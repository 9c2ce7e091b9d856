import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { firmContactsQuery, saveFirmSettings } from "#app/api/admin/settings/firm-settings.ts";
import { squareLinksQuery } from "#app/api/admin/square-connection.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SettingsButtons } from "#app/ui/forms/settings-buttons.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { type FirmContacts, FirmForm, type FirmLinks } from "#domain/firm/firm-settings.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { SectionHeader } from "./section-header.tsx";

type FirmSettingsValues = FirmLinks & FirmContacts;

/** Settings section with notification recipients and links to Square. */
export function FirmSettings() {
  const query = combineQueries(useQuery(squareLinksQuery()), useQuery(firmContactsQuery()));
  return (
    <section aria-label="Email and links">
      <SectionHeader
        title="Email and links"
        description="Notification recipients and Square links. Your company name is set during installation."
      />
      <Loaded
        query={query}
        errorMessage="We couldn't load the settings."
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

function FirmFields({ stored }: { stored: FirmSettingsValues }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(FirmForm),
    defaultValues: toFormValues(stored),
  });
  const { errors, isDirty } = formState;
  useUnsavedGuard(() => isDirty, {
    confirmation: createDiscardConfirmation("the settings"),
    guardsQuery: true,
  });
  const save = useMutation({
    mutationFn: saveFirmSettings,
    onSuccess: async (_, saved) => {
      reset(toFormValues(saved));
      showToast("Settings saved");
      await queryClient.invalidateQueries(squareLinksQuery());
      await queryClient.invalidateQueries(firmContactsQuery());
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form))} className="grid max-w-2xl gap-5">
      <TextArea
        label="Email recipients"
        rows={3}
        hint={`These addresses receive inquiries, bookings, messages and Square alerts. One per line, up to five. Leave empty for the default (${brand.contactEmail}).`}
        error={errors.recipients?.message}
        {...register("recipients")}
      />
      <TextField
        label="Manage link"
        type="url"
        autoComplete="off"
        hint="The “View billing at Square” link in the plan's dialog. If empty, it opens the latest plan invoice."
        error={errors.manage_plan?.message}
        {...register("manage_plan")}
      />
      <TextField
        label="Subscription page"
        type="url"
        required
        autoComplete="off"
        hint="Square dashboard URL for a subscription. {id} is replaced with the subscription ID."
        error={errors.subscription?.message}
        {...register("subscription")}
      />
      <TextField
        label="Invoice page"
        type="url"
        required
        autoComplete="off"
        hint="Square dashboard URL for an invoice. {id} is replaced with the invoice ID."
        error={errors.invoice?.message}
        {...register("invoice")}
      />
      <SettingsButtons
        isDirty={isDirty}
        isSaving={save.isPending}
        onReset={() => reset()}
        result={
          save.error && (
            <Banner tone="negative" urgent>
              {errorMessage(save.error, "We couldn't save the settings. Try again.")}
            </Banner>
          )
        }
      />
    </form>
  );
}

function toFormValues({ manage_plan, recipients, ...pages }: FirmSettingsValues) {
  return { ...pages, manage_plan: manage_plan ?? "", recipients: recipients.join("\n") };
}
