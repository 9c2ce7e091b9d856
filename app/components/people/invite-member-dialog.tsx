import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { inviteMember, type PeopleScope, peopleQuery } from "#app/api/shared/people.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type ClientMember, hasUnfamiliarDomain, InviteMember } from "#domain/clients/members/member.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { AccessFields } from "./access-fields.tsx";

const EMPTY_INVITATION: z.input<typeof InviteMember> = {
  email: "",
  name: "",
  role: "technical",
  lastDay: null,
};

type InviteMemberDialogProps = {
  scope: PeopleScope;
  members: readonly ClientMember[];
  onClose: () => void;
};

export function InviteMemberDialog({ scope, members, onClose }: InviteMemberDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, handleSubmit, watch, setValue, formState } = useForm({
    resolver: zodResolver(InviteMember),
    defaultValues: EMPTY_INVITATION,
  });
  const { errors } = formState;
  const [email, role] = watch(["email", "role"]);
  const invite = useMutation({
    mutationFn: (invitation: InviteMember) => inviteMember(scope, invitation),
    onSuccess: async (_, invitation) => {
      showToast(`Invitation sent to ${invitation.email}`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: peopleQuery(scope).queryKey });
    },
  });
  return (
    <FormDialog
      title="Invite a person"
      description="We'll email them an invitation, valid for 7 days."
      submitButton={{ label: "Send invitation", busyLabel: "Sending..." }}
      isPending={invite.isPending}
      onSubmit={(event) => {
        // The field is hidden for owners.
        if (role === "owner") {
          setValue("lastDay", null);
        }
        void handleSubmit((form) => invite.mutate(form))(event);
      }}
      onClose={onClose}
    >
      {invite.error && (
        <Banner tone="negative" urgent>
          {errorMessage(invite.error, "We couldn't send the invitation. Try again.")}
        </Banner>
      )}
      <TextField
        label="Name"
        autoComplete="off"
        required
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        hint={
          hasUnfamiliarDomain(email, members)
            ? "No owner uses this domain. Check the address before you send the invitation."
            : undefined
        }
        error={errors.email?.message}
        {...register("email")}
      />
      <AccessFields role={role} register={register} errors={errors} today={firmToday(new Date())} />
    </FormDialog>
  );
}
