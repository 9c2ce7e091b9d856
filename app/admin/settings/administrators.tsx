import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import {
  administrators,
  inviteAdministratorAgain,
  removeAdministrator,
  removeFactorsOf,
} from "#app/api/administrators.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useAlert, useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { useToast } from "#app/ui/toast.tsx";
import type { Administrator } from "#domain/administrator.ts";
import { ListSurface } from "../lists/list-surface.tsx";
import { wordsOf } from "../lists/words-of.ts";
import { type AdministratorAct, AdministratorTable } from "./administrator-table.tsx";
import { CountFoot } from "./count-foot.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { SectionHead } from "./section-head.tsx";

type Acts = Record<
  AdministratorAct,
  {
    question: ((email: string) => string) | null;
    act: string;
    done: (email: string) => string;
    work: (id: string) => Promise<void>;
  }
>;

const ACTS: Acts = {
  "invite again": {
    question: null,
    act: "",
    done: (email) => `A new invitation goes to ${email}`,
    work: inviteAdministratorAgain,
  },
  withdraw: {
    question: (email) => `Withdraw the invitation of ${email}? Its link stops working.`,
    act: "Withdraw",
    done: (email) => `The invitation of ${email} is withdrawn`,
    work: removeAdministrator,
  },
  "remove factors": {
    question: (email) =>
      `Remove the second factors of ${email}? The password alone opens the account then, and its sessions end. ${email} is told by mail.`,
    act: "Remove factors",
    done: (email) => `${email} signs in with the password alone now`,
    work: removeFactorsOf,
  },
  remove: {
    question: (email) => `Remove ${email}? The account is deleted at once. This cannot be undone.`,
    act: "Remove",
    done: (email) => `${email} is no administrator any more`,
    work: removeAdministrator,
  },
};

/** Who administers, and with which second factors. */
export function Administrators() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const list = useQuery(administrators());
  const [isInviting, setIsInviting] = useState(false);
  const perform = useMutation({
    mutationFn: ({ act, administrator }: { act: AdministratorAct; administrator: Administrator }) =>
      ACTS[act].work(administrator.id),
    onSuccess: (_, { act, administrator }) => showToast(ACTS[act].done(administrator.email)),
    onError: (error) => void showAlert(wordsOf(error, "That did not work. Please try again.")),
    onSettled: () => queryClient.invalidateQueries(administrators()),
  });

  async function ask(act: AdministratorAct, administrator: Administrator) {
    const { question, act: words } = ACTS[act];
    if (!question || (await confirm({ text: question(administrator.email), act: words })))
      perform.mutate({ act, administrator });
  }

  return (
    <section aria-label="Administrators">
      <SectionHead
        title="Administrators"
        context="They may do everything here. The last one cannot be removed, and nobody removes themselves."
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
      <Loaded
        query={list}
        failed="The administrators could not be loaded."
        loading={<Loading text="Loading administrators..." rows={3} />}
      >
        {(found) => (
          <ListSurface
            table={<AdministratorTable administrators={found} isBusy={perform.isPending} onAct={ask} />}
            empty={null}
            foot={<CountFoot count={found.length} noun="administrator" />}
          />
        )}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </section>
  );
}
