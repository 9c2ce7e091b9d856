import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type PeopleScope, peopleQuery, setSecondFactorRequired } from "#app/api/shared/people.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Table } from "#app/ui/data-display/table.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { UserPlus } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type ClientMember, type ClientPeople, isActiveMember } from "#domain/clients/members/member.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ChangeMemberDialog } from "./change-member-dialog.tsx";
import { InviteMemberDialog } from "./invite-member-dialog.tsx";
import { createPeopleColumns, listPeopleRows } from "./people-columns.tsx";
import { usePeopleAction } from "./use-people-action.ts";

/** The people of a client, with invitations and the second-factor requirement, for owners and administrators. */
export function PeopleManager({ scope }: { scope: PeopleScope }) {
  const people = useQuery(peopleQuery(scope));
  return (
    <Loaded
      query={people}
      errorMessage="We couldn't load the people with access."
      loading={<Loading text="Loading people..." rows={4} />}
    >
      {(loaded) => <People scope={scope} people={loaded} />}
    </Loaded>
  );
}

function People({ scope, people }: { scope: PeopleScope; people: ClientPeople }) {
  const { members, invitations } = people;
  const [isInviting, setIsInviting] = useState(false);
  const [changing, setChanging] = useState<ClientMember | null>(null);
  const perform = usePeopleAction(scope);
  return (
    <div className="grid gap-6">
      <Card aria-labelledby="people">
        <CardHeader
          title={<span id="people">People</span>}
          subtitle={[
            formatCount(members.length, "person", "people"),
            ...(invitations.length > 0 ? [formatCount(invitations.length, "pending invitation")] : []),
          ].join(" · ")}
          action={
            <Button
              tone="primary"
              icon={<UserPlus aria-hidden="true" className="size-4" />}
              onClick={() => setIsInviting(true)}
            >
              Invite person
            </Button>
          }
        />
        <Table
          label="People"
          cardsBelow={800}
          columns={createPeopleColumns({
            scope,
            isBusy: perform.isPending,
            onChange: setChanging,
            onAction: perform.confirmAndRun,
          })}
          rows={listPeopleRows(people)}
          rowKey={({ key }) => key}
        />
      </Card>
      <SecondFactorRequirement scope={scope} people={people} />
      {isInviting && (
        <InviteMemberDialog scope={scope} members={members} onClose={() => setIsInviting(false)} />
      )}
      {changing && <ChangeMemberDialog scope={scope} member={changing} onClose={() => setChanging(null)} />}
    </div>
  );
}

function SecondFactorRequirement({ scope, people }: { scope: PeopleScope; people: ClientPeople }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const now = new Date();
  const missing = people.members.filter(
    (member) => !member.hasSecondFactor && isActiveMember(member, now),
  ).length;
  const save = useMutation({
    mutationFn: (isRequired: boolean) => setSecondFactorRequired(scope, isRequired),
    onSuccess: (_, isRequired) =>
      showToast(
        isRequired
          ? "Two-factor authentication is now required"
          : "Two-factor authentication is now optional",
      ),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't save the requirement. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleQuery(scope).queryKey }),
  });

  async function change(isRequired: boolean) {
    const isConfirmed =
      !isRequired ||
      missing === 0 ||
      (await confirm({
        text: `Require two-factor authentication? ${formatCount(missing, "person hasn't", "people haven't")} set it up and can't use the portal until they do.`,
        confirmLabel: "Require two-factor",
      }));
    if (isConfirmed) {
      save.mutate(isRequired);
    }
  }

  return (
    <Card aria-labelledby="second-factor-requirement">
      <CardHeader
        title={<span id="second-factor-requirement">Two-factor authentication</span>}
        subtitle={
          missing === 0
            ? "Everyone has set it up"
            : `${formatCount(missing, "person hasn't", "people haven't")} set it up`
        }
      />
      <Checkbox
        label="Require two-factor authentication for everyone with access"
        checked={save.isPending ? save.variables : people.requiresSecondFactor}
        disabled={save.isPending}
        onChange={(event) => void change(event.target.checked)}
      />
    </Card>
  );
}
