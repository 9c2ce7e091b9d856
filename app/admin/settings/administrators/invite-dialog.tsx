import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { administratorsQuery, inviteAdministrator } from "#app/api/admin/settings/administrators.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { InviteAdministrator } from "#domain/firm/administrator.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(InviteAdministrator),
    defaultValues: { name: "", email: "" },
  });
  const { errors, isDirty } = formState;
  const invite = useMutation({
    mutationFn: (form: InviteAdministrator) => inviteAdministrator(form),
    onSuccess: async (_, { email }) => {
      showToast(`Invitation sent to ${email}`);
      onClose();
      await queryClient.invalidateQueries(administratorsQuery());
    },
  });
  return (
    <GuardedFormDialog
      title="Invite an administrator"
      description="We'll email a link to set a password, valid for 7 days. They'll have the same access as you."
      submitButton={{ label: "Send invitation", busyLabel: "Inviting..." }}
      subject="the invitation"
      isDirty={isDirty}
      isPending={invite.isPending}
      error={invite.error}
      errorMessage="We couldn't send the invitation. Try again."
      onSubmit={handleSubmit((form) => invite.mutate(form))}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        hint="Clients see this name with messages and comments."
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label="Email"
        type="email"
        required
        autoComplete="off"
        error={errors.email?.message}
        {...register("email")}
      />
    </GuardedFormDialog>
  );
}
