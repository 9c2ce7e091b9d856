import { Link } from "react-router";
import { Badge, Mark } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import type { Administrator } from "#domain/administrator.ts";
import { isInvitationExpired } from "#domain/client-form.ts";
import { formatDay, relativeTime } from "#domain/relative-time.ts";
import { EmailText } from "./email-text.tsx";

export type AdministratorAct = "invite again" | "withdraw" | "remove factors" | "remove";

type AdministratorTableProps = {
  administrators: readonly Administrator[];
  isBusy: boolean;
  onAct: (act: AdministratorAct, administrator: Administrator) => void;
};

export function AdministratorTable({ administrators, isBusy, onAct }: AdministratorTableProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const columns: ReadonlyArray<Column<Administrator>> = [
    {
      key: "email",
      header: "E-mail",
      cell: ({ email, isYou }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <EmailText email={email} />
          {isYou && <Mark>You</Mark>}
        </span>
      ),
    },
    {
      key: "state",
      header: "State",
      cell: ({ invitedAt }) => {
        if (!invitedAt) return <Badge tone="positive">Active</Badge>;
        return isInvitationExpired(invitedAt, now) ? (
          <Badge tone="warning">Invitation expired</Badge>
        ) : (
          <Badge tone="info">{`Invited ${formatDay(invitedAt, timeZone)}`}</Badge>
        );
      },
    },
    { key: "factors", header: "Second factors", cell: (administrator) => <Factors {...administrator} /> },
    {
      key: "seen",
      header: "Last sign-in",
      cell: ({ lastSignInAt }) => (
        <span className="tabular">{lastSignInAt ? relativeTime(lastSignInAt, now, timeZone) : "—"}</span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (administrator) => (
        <span className="flex flex-wrap gap-2">
          {actsOn(administrator).map(({ act, label, isDangerous }) => (
            <Button
              key={act}
              size="small"
              tone={isDangerous ? "danger" : "secondary"}
              disabled={isBusy}
              aria-label={`${label}: ${administrator.email}`}
              onClick={() => onAct(act, administrator)}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    },
  ];
  return (
    <Table
      label="Administrators"
      cardsBelow="lg"
      columns={columns}
      rows={administrators}
      rowKey={({ id }) => id}
    />
  );
}

function Factors({ factors, isYou }: Administrator) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (factors.length > 0)
    return (
      <ul className="grid gap-0.5">
        {factors.map(({ id, kind, name, addedAt }) => (
          <li key={id}>
            {name || (kind === "app" ? "Authenticator app" : "Passkey")}{" "}
            <span className="text-13 text-muted">since {formatDay(addedAt, timeZone)}</span>
          </li>
        ))}
      </ul>
    );
  return isYou ? (
    <Link to="?section=account" className="text-accent underline underline-offset-4">
      Add one
    </Link>
  ) : (
    <Badge tone="warning">None</Badge>
  );
}

function actsOn({ isYou, invitedAt, factors }: Administrator): {
  act: AdministratorAct;
  label: string;
  isDangerous?: boolean;
}[] {
  if (isYou) return [];
  if (invitedAt)
    return [
      { act: "invite again", label: "Invite again" },
      { act: "withdraw", label: "Withdraw", isDangerous: true },
    ];
  return [
    ...(factors.length > 0 ? [{ act: "remove factors" as const, label: "Remove factors" }] : []),
    { act: "remove", label: "Remove", isDangerous: true },
  ];
}
