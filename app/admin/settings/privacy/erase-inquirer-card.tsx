import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { INQUIRIES_KEY } from "#app/api/admin/inquiries.ts";
import { countInquiriesFrom, eraseInquirer } from "#app/api/admin/settings/privacy.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { EraseInquirer } from "#domain/inquiries/erase-inquiries.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Deletes all inquiries from an email address after a confirmation. The `email` URL parameter prefills the form. */
export function EraseInquirerCard() {
  const [searchParams] = useSearchParams();
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(EraseInquirer),
    defaultValues: { email: searchParams.get("email") ?? "" },
  });
  const erase = useMutation({
    async mutationFn({ email }: EraseInquirer): Promise<string | null> {
      const count = await countInquiriesFrom(email);
      if (count === 0) {
        return `No inquiries from ${email}.`;
      }
      const isConfirmed = await confirm({
        text: `Delete ${formatCount(count, "inquiry")} from ${email}, including notes and related email? This can't be undone.`,
        confirmLabel: "Delete",
      });
      if (!isConfirmed) {
        return null;
      }
      const { inquiries, emails } = await eraseInquirer(email);
      reset({ email: "" });
      void queryClient.invalidateQueries({ queryKey: [INQUIRIES_KEY] });
      return `Deleted ${formatCount(inquiries, "inquiry")} and ${formatCount(emails, "email")}.`;
    },
  });
  return (
    <Card aria-labelledby="erase-inquirer">
      <CardHeader
        title={<span id="erase-inquirer">Delete an inquirer's data</span>}
        subtitle="Deletes all inquiries from an email address, including notes and related email. Clients created from them are kept."
      />
      <form noValidate onSubmit={handleSubmit((form) => erase.mutate(form))} className="grid gap-4">
        {erase.error && (
          <Banner tone="negative" urgent>
            {errorMessage(erase.error, "We couldn't delete the data. Try again.")}
          </Banner>
        )}
        {erase.data && <Banner tone="info">{erase.data}</Banner>}
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          error={formState.errors.email?.message}
          {...register("email")}
        />
        <Button
          type="submit"
          tone="danger"
          className="justify-self-end"
          busy={erase.isPending}
          busyLabel="Deleting..."
        >
          Delete data
        </Button>
      </form>
    </Card>
  );
}
