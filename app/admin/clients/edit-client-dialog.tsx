import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { CLIENT_KEY, updateClient } from "#app/api/admin/client.ts";
import { CLIENT_LIST_KEY } from "#app/api/admin/clients.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { ClientRow } from "#domain/clients/client.ts";
import { ClientForm, toClientForm } from "#domain/clients/client-form.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { ClientFields } from "./client-fields.tsx";

/** Form that edits a client. Only the client can change its email address. */
export function EditClientDialog({ client, onClose }: { client: ClientRow; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // Conflicts are detected against the original, because the page may refetch the client while the dialog is
  // open.
  const [original] = useState(client);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ClientForm),
    defaultValues: toClientForm(original),
  });
  const save = useMutation({
    mutationFn: (form: ClientForm) => updateClient(original, form),
    // After a conflict, reopening the form loads the current values.
    onError: () => queryClient.invalidateQueries({ queryKey: [CLIENT_KEY, client.id] }),
    onSuccess: async () => {
      showToast("Client updated");
      onClose();
      await queryClient.invalidateQueries({ queryKey: [CLIENT_KEY, client.id] });
      await queryClient.invalidateQueries({ queryKey: [CLIENT_LIST_KEY] });
    },
  });
  return (
    <GuardedFormDialog
      title="Edit client"
      description="Only the client can change their email address, in the portal's settings."
      submitButton={{ label: "Save Changes", busyLabel: "Saving..." }}
      subject="the client"
      isDirty={formState.isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the client. Try again."
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
    >
      <ClientFields field={(name) => ({ ...register(name), error: formState.errors[name]?.message })} />
    </GuardedFormDialog>
  );
}
