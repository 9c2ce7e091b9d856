import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ONE_CLIENT, updateClient } from "#app/api/admin-client.ts";
import { CLIENT_LIST } from "#app/api/admin-clients.ts";
import { useToast } from "#app/ui/toast.tsx";
import type { ClientRow } from "#domain/client.ts";
import { ClientForm, clientFormOf } from "#domain/client-form.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { ClientFields } from "./client-fields.tsx";

/** Edits what the firm holds of a client; its e-mail address is the client's own to change. */
export function EditClientDialog({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // The page asks for the client again while this is open; what was read is what the form was filled with.
  const [read] = useState(client);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ClientForm),
    defaultValues: clientFormOf(read),
  });
  const save = useMutation({
    mutationFn: (form: ClientForm) => updateClient(read, form),
    // Whoever opens the form again after a refusal is shown what it is now.
    onError: () => queryClient.invalidateQueries({ queryKey: [ONE_CLIENT, client.id] }),
    onSuccess: async () => {
      showToast("Client updated successfully");
      onClose();
      await queryClient.invalidateQueries({ queryKey: [ONE_CLIENT, client.id] });
      await queryClient.invalidateQueries({ queryKey: [CLIENT_LIST] });
    },
  });
  return (
    <FormDialog
      title="Edit Client"
      description="The e-mail address is changed by the client, in the portal’s settings."
      act={{ label: "Save Changes", busyLabel: "Saving..." }}
      what="the client"
      isDirty={formState.isDirty}
      isPending={save.isPending}
      error={save.error}
      failed="Failed to save client"
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
    >
      <ClientFields field={(name) => ({ ...register(name), error: formState.errors[name]?.message })} />
    </FormDialog>
  );
}
