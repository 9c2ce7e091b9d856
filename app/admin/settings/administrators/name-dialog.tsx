import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import {
  administratorsQuery,
  nameAdministrator,
  staffNamesQuery,
} from "#app/api/admin/settings/administrators.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { type Administrator, NameAdministrator } from "#domain/firm/administrator.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

/** Dialog that changes an administrator's name. */
export function NameDialog({
  administrator: { id, email, name, isYou },
  onClose,
}: {
  administrator: Administrator;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NameAdministrator),
    defaultValues: { name },
  });
  const save = useMutation({
    mutationFn: (form: NameAdministrator) => nameAdministrator(id, form),
    onSuccess: async () => {
      showToast("Name saved");
      onClose();
      await Promise.all([
        queryClient.invalidateQueries(administratorsQuery()),
        queryClient.invalidateQueries(staffNamesQuery()),
      ]);
    },
  });
  return (
    <GuardedFormDialog
      title={isYou ? "Your name" : "Administrator's name"}
      description={email}
      submitButton={{ label: "Save name", busyLabel: "Saving..." }}
      subject="the name"
      isDirty={formState.isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the name. Try again."
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete={isYou ? "name" : "off"}
        hint={`Clients see it with messages and comments, such as “Maya Okafor, ${brand.name}”. They never see the email address.`}
        error={formState.errors.name?.message}
        {...register("name")}
      />
    </GuardedFormDialog>
  );
}
