import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type PeopleScope,
  peopleQuery,
  removeMember,
  resendInvitation,
  restoreMember,
  revokeInvitation,
  suspendMember,
} from "#app/api/shared/people.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { type Confirmation, useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { getMemberName } from "#domain/clients/members/member.ts";
import { CLIENT_ROLES, type ClientRole } from "#domain/clients/members/role.ts";

export type PeopleAction = "resend" | "revoke" | "suspend" | "restore" | "remove";

/** A member or an invited person. */
export type Person = { id: string; name: string; email: string; role: ClientRole; isYou: boolean };

type ActionDefinition = {
  run: (scope: PeopleScope, id: string) => Promise<void>;
  confirmation: ((person: Person, access: string) => Confirmation) | null;
  successMessage: (name: string) => string;
  errorMessage: string;
};

const ACTIONS: Record<PeopleAction, ActionDefinition> = {
  resend: {
    run: resendInvitation,
    confirmation: null,
    successMessage: (name) => `Invitation resent to ${name}`,
    errorMessage: "We couldn't resend the invitation. Try again.",
  },
  revoke: {
    run: revokeInvitation,
    confirmation: ({ email }) => ({
      text: `Revoke the invitation for ${email}? They won't be able to accept it.`,
      confirmLabel: "Revoke",
      tone: "danger",
    }),
    successMessage: (name) => `Invitation revoked for ${name}`,
    errorMessage: "We couldn't revoke the invitation. Try again.",
  },
  suspend: {
    run: suspendMember,
    confirmation: (person) => ({
      text: person.isYou
        ? "Suspend your own access? You'll be unable to open this portal until another owner restores it."
        : `Suspend ${getMemberName(person)}? They can't open the portal until you restore their access.`,
      confirmLabel: "Suspend",
      tone: "danger",
    }),
    successMessage: (name) => `Access suspended for ${name}`,
    errorMessage: "We couldn't suspend this person's access. Try again.",
  },
  restore: {
    run: restoreMember,
    confirmation: null,
    successMessage: (name) => `Access restored for ${name}`,
    errorMessage: "We couldn't restore this person's access. Try again.",
  },
  remove: {
    run: removeMember,
    confirmation: (person, access) => ({
      text: person.isYou
        ? "Remove yourself? You'll lose access to this portal immediately."
        : `Remove ${getMemberName(person)}? They immediately lose access to ${access}. Their messages and requests are kept.`,
      confirmLabel: "Remove",
      tone: "danger",
    }),
    successMessage: (name) => `${name} no longer has access`,
    errorMessage: "We couldn't remove this person's access. Try again.",
  },
};

/** Runs an action on a person, after a confirmation if it takes access away. */
export function usePeopleAction(scope: PeopleScope) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ action, person }: { action: PeopleAction; person: Person }) =>
      ACTIONS[action].run(scope, person.id),
    onSuccess: (_, { action, person }) => showToast(ACTIONS[action].successMessage(getMemberName(person))),
    onError: (error, { action }) => void showAlert(errorMessage(error, ACTIONS[action].errorMessage)),
    onSettled: (_data, _error, { person }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: peopleQuery(scope).queryKey }),
        person.isYou && queryClient.invalidateQueries({ queryKey: ["own-access"] }),
      ]),
  });
  return {
    isPending,
    async confirmAndRun(action: PeopleAction, person: Person) {
      const confirmation = ACTIONS[action].confirmation?.(person, CLIENT_ROLES[person.role].access);
      if (!confirmation || (await confirm(confirmation))) {
        mutate({ action, person });
      }
    },
  };
}
