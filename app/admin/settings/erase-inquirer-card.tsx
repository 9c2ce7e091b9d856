import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import { INQUIRIES } from "#app/api/admin-inquiries.ts";
import { countInquiriesOf, eraseInquirer } from "#app/api/admin-privacy.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHead } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { counted } from "#domain/counted.ts";
import { EraseInquirer } from "#domain/erase-inquirer.ts";
import { wordsOf } from "../lists/words-of.ts";

/** Deletes all inquiries of an address after asking; `?email=` in the address fills it in. */
export function EraseInquirerCard() {
  const [parameters] = useSearchParams();
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(EraseInquirer),
    defaultValues: { email: parameters.get("email") ?? "" },
  });
  const erase = useMutation({
    async mutationFn({ email }: EraseInquirer): Promise<string | null> {
      const found = await countInquiriesOf(email);
      if (found === 0) return `There is no inquiry from ${email}.`;
      const isSure = await confirm({
        text: `Erase ${counted(found, "inquiry")} of ${email}, with notes and mail? This cannot be undone.`,
        act: "Erase",
      });
      if (!isSure) return null;
      const { inquiries, mails } = await eraseInquirer(email);
      reset({ email: "" });
      void queryClient.invalidateQueries({ queryKey: [INQUIRIES] });
      return `Erased ${counted(inquiries, "inquiry")} and ${counted(mails, "mail")}.`;
    },
  });
  return (
    <Card aria-labelledby="erase-inquirer">
      <CardHead
        title={<span id="erase-inquirer">Erase an inquirer</span>}
        context="Every inquiry from an address, with the firm’s notes and all mail about it. A client that came of one stays."
      />
      <form noValidate onSubmit={handleSubmit((form) => erase.mutate(form))} className="grid gap-4">
        {erase.error && (
          <Banner tone="negative" urgent>
            {wordsOf(erase.error, "The inquirer could not be erased. Please try again.")}
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
          busyLabel="Erasing..."
        >
          Erase Inquirer
        </Button>
      </form>
    </Card>
  );
}
