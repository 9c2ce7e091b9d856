import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import * as z from "zod/mini";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { ClientEmail } from "#domain/clients/client-form.ts";

const EraseByEmail = z.object({ email: ClientEmail });

/**
 * A form that deletes the data stored about an email address.
 * @param parameter The URL parameter that prefills the email address.
 * @param erase Asks for confirmation and deletes the data. Returns the result to show, and whether to clear the form.
 */
export function EraseByEmailCard({
  title,
  subtitle,
  parameter,
  erase,
}: {
  title: string;
  subtitle: string;
  parameter: string;
  erase: (email: string) => Promise<{ message: string | null; isErased: boolean }>;
}) {
  const [searchParams] = useSearchParams();
  const titleId = useId();
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(EraseByEmail),
    defaultValues: { email: searchParams.get(parameter) ?? "" },
  });
  const erasing = useMutation({
    mutationFn: ({ email }: { email: string }) => erase(email),
    onSuccess({ isErased }) {
      if (isErased) {
        reset({ email: "" });
      }
    },
  });
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader title={<span id={titleId}>{title}</span>} subtitle={subtitle} />
      <form noValidate onSubmit={handleSubmit((form) => erasing.mutate(form))} className="grid gap-4">
        {erasing.error && (
          <Banner tone="negative" urgent>
            {errorMessage(erasing.error, "We couldn't delete the data. Try again.")}
          </Banner>
        )}
        {erasing.data?.message && <Banner tone="info">{erasing.data.message}</Banner>}
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
          busy={erasing.isPending}
          busyLabel="Deleting..."
        >
          Delete data
        </Button>
      </form>
    </Card>
  );
}
