import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { ONE_CLIENT, updateClient } from "#app/data/admin-client.ts";
import { CLIENT_LIST } from "#app/data/admin-clients.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import type { ClientRow } from "#domain/client.ts";
import { ClientForm, clientFormOf } from "#domain/client-form.ts";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";

/** Edits what the firm holds of a client; its e-mail address is the client's own to change. */
export function EditClientDialog({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ClientForm),
    defaultValues: clientFormOf(client),
  });
  const { errors, isDirty } = formState;
  const save = useMutation({
    mutationFn: (form: ClientForm) => updateClient(client.id, form),
    onSuccess: async () => {
      showToast("Client updated successfully");
      onClose();
      await queryClient.invalidateQueries({ queryKey: [ONE_CLIENT, client.id] });
      await queryClient.invalidateQueries({ queryKey: [CLIENT_LIST] });
    },
  });
  const leave = useLeave({ isDirty, isPending: save.isPending, what: "the client" }, onClose);
  return (
    <Dialog
      open
      onClose={leave}
      title="Edit Client"
      description="The e-mail address is changed by the client, in the portal’s settings."
      footer={
        <>
          <Button onClick={leave} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={save.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit((form) => save.mutate(form))}
        className="grid gap-4"
      >
        {save.error && (
          <Banner tone="negative" urgent>
            {wordsOf(save.error, "Failed to save client")}
          </Banner>
        )}
        <TextField
          label="Company"
          required
          autoComplete="off"
          error={errors.company?.message}
          {...register("company")}
        />
        <TextField
          label="Contact person"
          required
          autoComplete="off"
          error={errors.contactPerson?.message}
          {...register("contactPerson")}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="off"
          error={errors.phone?.message}
          {...register("phone")}
        />
        <TextArea label="Address" rows={2} error={errors.address?.message} {...register("address")} />
      </form>
    </Dialog>
  );
}
