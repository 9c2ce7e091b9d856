import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { administrators, inviteAdministrator } from "#app/api/administrators.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { InviteAdministrator } from "#domain/administrator.ts";
import { useLeave } from "../lists/use-leave.ts";
import { wordsOf } from "../lists/words-of.ts";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(InviteAdministrator),
    defaultValues: { email: "" },
  });
  const { errors, isDirty } = formState;
  const invite = useMutation({
    mutationFn: ({ email }: InviteAdministrator) => inviteAdministrator(email),
    onSuccess: async (_, { email }) => {
      showToast(`The invitation goes to ${email}`);
      onClose();
      await queryClient.invalidateQueries(administrators());
    },
  });
  const leave = useLeave({ isDirty, isPending: invite.isPending, what: "the invitation" }, onClose);
  return (
    <Dialog
      open
      onClose={leave}
      title="Invite an Administrator"
      description="They set a password by the link we mail; it works for 7 days. They may do everything you may."
      footer={
        <>
          <Button onClick={leave} disabled={invite.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={invite.isPending} busyLabel="Inviting...">
            Send Invitation
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit((form) => invite.mutate(form))}
        className="grid gap-4"
      >
        {invite.error && (
          <Banner tone="negative" urgent>
            {wordsOf(invite.error, "Failed to invite")}
          </Banner>
        )}
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          error={errors.email?.message}
          {...register("email")}
        />
      </form>
    </Dialog>
  );
}
