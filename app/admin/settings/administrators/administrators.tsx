import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toListPage } from "#app/api/admin/list-page.ts";
import {
  administratorsQuery,
  removeAdministrator,
  removeFactors,
  resendAdministratorInvitation,
} from "#app/api/admin/settings/administrators.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { UserPlus } from "#app/ui/icons.tsx";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { Administrator } from "#domain/firm/administrator.ts";
import { ListTable } from "../../lists/list-table.tsx";
import { SectionHeader } from "../section-header.tsx";
import { type AdministratorAction, createAdministratorColumns } from "./administrator-columns.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { NameDialog } from "./name-dialog.tsx";

type Actions = Record<
  AdministratorAction,
  {
    /** Confirmation shown before the action, if it needs one. */
    confirmation: { text: (email: string) => string; confirmLabel: string } | null;
    successMessage: (email: string) => string;
    run: (id: string) => Promise<void>;
  }
>;

const ACTIONS: Actions = {
  resend: {
    confirmation: null,
    successMessage: (email) => `New invitation sent to ${email}`,
    run: resendAdministratorInvitation,
  },
  revoke: {
    confirmation: {
      text: (email) => `Revoke the invitation for ${email}? The link will stop working.`,
      confirmLabel: "Revoke",
    },
    successMessage: (email) => `Invitation for ${email} revoked`,
    run: removeAdministrator,
  },
  "remove-factors": {
    confirmation: {
      text: (email) =>
        `Remove two-factor authentication for ${email}? They'll sign in with only a password, and all their sessions end. We'll email them.`,
      confirmLabel: "Remove two-factor",
    },
    successMessage: (email) => `Two-factor authentication removed for ${email}`,
    run: removeFactors,
  },
  remove: {
    confirmation: {
      text: (email) => `Remove ${email}? Their account is deleted immediately. This can't be undone.`,
      confirmLabel: "Remove",
    },
    successMessage: (email) => `${email} is no longer an administrator`,
    run: removeAdministrator,
  },
};

/** Settings section with the administrators, their second factors and invitations. */
export function Administrators() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const administrators = useQuery({ ...administratorsQuery(), select: toListPage });
  const [isInviting, setIsInviting] = useState(false);
  const [renamed, setRenamed] = useState<Administrator | null>(null);
  const perform = useMutation({
    mutationFn: ({ action, administrator }: { action: AdministratorAction; administrator: Administrator }) =>
      ACTIONS[action].run(administrator.id),
    onSuccess: (_, { action, administrator }) =>
      showToast(ACTIONS[action].successMessage(administrator.email)),
    onError: (error) => void showAlert(errorMessage(error, "Something went wrong. Try again.")),
    onSettled: () => queryClient.invalidateQueries(administratorsQuery()),
  });

  async function confirmAndPerform(action: AdministratorAction, administrator: Administrator) {
    const { confirmation } = ACTIONS[action];
    if (confirmation) {
      const { text, confirmLabel } = confirmation;
      if (!(await confirm({ text: text(administrator.email), confirmLabel }))) {
        return;
      }
    }
    perform.mutate({ action, administrator });
  }

  return (
    <section aria-label="Administrators">
      <SectionHeader
        title="Administrators"
        description="Administrators have full access. You can't remove yourself or the last administrator."
        action={
          <Button
            tone="primary"
            icon={<UserPlus aria-hidden="true" className="size-4" />}
            onClick={() => setIsInviting(true)}
          >
            Invite
          </Button>
        }
      />
      <ListTable
        noun="administrator"
        page={administrators}
        columns={createAdministratorColumns({
          isBusy: perform.isPending,
          onAction: confirmAndPerform,
          onRename: setRenamed,
        })}
        rowKey={({ id }) => id}
        cardsBelow={700}
        loadingRows={3}
      />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      {renamed && <NameDialog administrator={renamed} onClose={() => setRenamed(null)} />}
    </section>
  );
}
