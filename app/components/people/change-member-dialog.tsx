import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { changeMember, type PeopleScope, peopleQuery } from "#app/api/shared/people.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import {
  ChangeMember,
  type ClientMember,
  getLastDay,
  getMemberName,
} from "#domain/clients/members/member.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { AccessFields } from "./access-fields.tsx";

type ChangeMemberDialogProps = { scope: PeopleScope; member: ClientMember; onClose: () => void };

export function ChangeMemberDialog({ scope, member, onClose }: ChangeMemberDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const current: z.input<typeof ChangeMember> = {
    role: member.role,
    lastDay: getLastDay(member.expiresAt, brand.timeZone),
  };
  const { register, handleSubmit, watch, setValue, formState } = useForm({
    resolver: zodResolver(ChangeMember),
    defaultValues: current,
  });
  const role = watch("role");
  const change = useMutation({
    mutationFn: (changed: ChangeMember) => changeMember(scope, member.id, changed),
    onSuccess: async () => {
      showToast(`Access changed for ${getMemberName(member)}`);
      onClose();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: peopleQuery(scope).queryKey }),
        member.isYou && queryClient.invalidateQueries({ queryKey: ["own-access"] }),
      ]);
    },
  });
  return (
    <FormDialog
      title={`Change access for ${getMemberName(member)}`}
      submitButton={{ label: "Save", busyLabel: "Saving..." }}
      isPending={change.isPending}
      onSubmit={(event) => {
        // The field is hidden for owners.
        if (role === "owner") {
          setValue("lastDay", null);
        }
        void handleSubmit((form) => change.mutate(form))(event);
      }}
      onClose={onClose}
    >
      {change.error && (
        <Banner tone="negative" urgent>
          {errorMessage(change.error, "We couldn't change this person's access. Try again.")}
        </Banner>
      )}
      <AccessFields role={role} register={register} errors={formState.errors} today={firmToday(new Date())} />
    </FormDialog>
  );
}
