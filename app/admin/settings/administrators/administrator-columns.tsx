import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Badge, Tag } from "#app/ui/feedback/badge.tsx";
import { isInvitationExpired } from "#domain/clients/client-form.ts";
import { formatInstantDate, formatRelativeTime } from "#domain/dates/relative-time.ts";
import type { Administrator } from "#domain/firm/administrator.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { EmailText } from "../email-text.tsx";

export type AdministratorAction = "resend" | "revoke" | "remove-factors" | "remove";

type AdministratorColumnsOptions = {
  isBusy: boolean;
  onAction: (action: AdministratorAction, administrator: Administrator) => void;
  onRename: (administrator: Administrator) => void;
};

export function createAdministratorColumns({
  isBusy,
  onAction,
  onRename,
}: AdministratorColumnsOptions): ReadonlyArray<ListColumn<Administrator>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  return [
    {
      key: "name",
      header: "Administrator",
      isTitle: true,
      cell: ({ name, email, isYou }) => (
        <span className="grid gap-0.5">
          <span className="inline-flex flex-wrap items-center gap-2">
            {name || <span className="text-muted">No name</span>}
            {isYou && <Tag>You</Tag>}
          </span>
          <span className="font-normal text-13 text-muted">
            <EmailText email={email} />
          </span>
        </span>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ invitedAt, lastSignInAt }, _, hiddenKeys) => {
        if (!invitedAt) {
          return (
            <>
              <Badge tone="positive">Active</Badge>
              {hiddenKeys.has("seen") && lastSignInAt && (
                <span className="tabular block text-13 text-muted">
                  Signed in {formatRelativeTime(lastSignInAt, now, timeZone)}
                </span>
              )}
            </>
          );
        }
        return isInvitationExpired(invitedAt, now) ? (
          <Badge tone="warning">Invitation expired</Badge>
        ) : (
          <Badge tone="info">{`Invited ${formatInstantDate(invitedAt, timeZone)}`}</Badge>
        );
      },
    },
    { key: "factors", header: "Two-factor", cell: (administrator) => <Factors {...administrator} /> },
    {
      key: "seen",
      header: "Last sign-in",
      minWidth: 860,
      cell: ({ lastSignInAt }) => (
        <span className="tabular">
          {lastSignInAt ? formatRelativeTime(lastSignInAt, now, timeZone) : "—"}
        </span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (administrator) => (
        <span className="flex flex-wrap gap-2">
          <Button
            size="small"
            tone="secondary"
            disabled={isBusy}
            aria-label={`Change name: ${administrator.email}`}
            onClick={() => onRename(administrator)}
          >
            Change name
          </Button>
          {getAdministratorActions(administrator).map(({ action, label, isDangerous }) => (
            <Button
              key={action}
              size="small"
              tone={isDangerous ? "danger" : "secondary"}
              disabled={isBusy}
              aria-label={`${label}: ${administrator.email}`}
              onClick={() => onAction(action, administrator)}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}

function Factors({ factors, isYou }: Administrator) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (factors.length > 0) {
    return (
      <ul className="grid gap-0.5">
        {factors.map(({ id, kind, name, addedAt }) => (
          <li key={id}>
            {name || (kind === "app" ? "Authenticator app" : "Passkey")}{" "}
            <span className="text-13 text-muted">since {formatInstantDate(addedAt, timeZone)}</span>
          </li>
        ))}
      </ul>
    );
  }
  return isYou ? (
    <Link to="?section=account" className="text-accent underline underline-offset-4">
      Set up
    </Link>
  ) : (
    <Badge tone="warning">None</Badge>
  );
}

function getAdministratorActions({ isYou, invitedAt, factors }: Administrator): {
  action: AdministratorAction;
  label: string;
  isDangerous?: boolean;
}[] {
  if (isYou) {
    return [];
  }
  if (invitedAt) {
    return [
      { action: "resend", label: "Resend invitation" },
      { action: "revoke", label: "Revoke", isDangerous: true },
    ];
  }
  return [
    ...(factors.length > 0 ? [{ action: "remove-factors" as const, label: "Remove two-factor" }] : []),
    { action: "remove", label: "Remove", isDangerous: true },
  ];
}
