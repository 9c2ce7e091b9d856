import type { PeopleScope } from "#app/api/shared/people.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { Column } from "#app/ui/data-display/table.tsx";
import { Badge, Tag } from "#app/ui/feedback/badge.tsx";
import { ChevronDown, Ellipsis } from "#app/ui/icons.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";
import { brand } from "#brand";
import {
  type ClientMember,
  type ClientPeople,
  getLastDay,
  getMemberName,
  type MemberInvitation,
  memberStatusBadge,
} from "#domain/clients/members/member.ts";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate, formatRelativeTime } from "#domain/dates/relative-time.ts";
import type { PeopleAction, Person } from "./use-people-action.ts";

/** A row of the list: a member, or a person with a pending invitation. */
export type PeopleRow = { key: string } & (
  | { kind: "member"; person: ClientMember }
  | { kind: "invitation"; person: MemberInvitation & { isYou: false } }
);

/** Members by role, followed by pending invitations. */
export function listPeopleRows({ members, invitations }: ClientPeople): PeopleRow[] {
  return [
    ...members.map((person) => ({ key: person.id, kind: "member" as const, person })),
    ...invitations.map((person) => ({
      key: person.id,
      kind: "invitation" as const,
      person: { ...person, isYou: false as const },
    })),
  ];
}

type PeopleColumnsOptions = {
  scope: PeopleScope;
  isBusy: boolean;
  onChange: (member: ClientMember) => void;
  onAction: (action: PeopleAction, person: Person) => void;
};

export function createPeopleColumns(options: PeopleColumnsOptions): ReadonlyArray<Column<PeopleRow>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const formatLastSeen = ({ lastSeenAt }: ClientMember) =>
    lastSeenAt ? formatRelativeTime(lastSeenAt, now, timeZone) : "Never";
  return [
    {
      key: "person",
      header: "Person",
      isTitle: true,
      isLongText: true,
      cell: ({ person }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            <span className="wrap-anywhere">{getMemberName(person)}</span>
            {person.isYou && <Tag>You</Tag>}
          </span>
          {person.name && (
            <span className="wrap-anywhere block font-normal text-13 text-muted">{person.email}</span>
          )}
        </>
      ),
    },
    { key: "role", header: "Role", cell: ({ person }) => CLIENT_ROLES[person.role].label },
    {
      key: "status",
      header: "Status",
      cell: (row) => <Status row={row} now={now} />,
    },
    {
      key: "factor",
      header: "Two-factor",
      cell: ({ kind, person }) =>
        kind === "member" ? (
          <Badge tone={person.hasSecondFactor ? "positive" : "warning"}>
            {person.hasSecondFactor ? "On" : "Off"}
          </Badge>
        ) : (
          "—"
        ),
    },
    {
      key: "seen",
      header: "Last active",
      cell: ({ kind, person }) => (
        <span className="tabular">{kind === "member" ? formatLastSeen(person) : "—"}</span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (row, layout) => {
        const label = `Actions: ${getMemberName(row.person)}`;
        return (
          <Menu
            trigger={
              layout === "card" ? (
                <Button size="small" aria-label={label} disabled={options.isBusy}>
                  <span className="inline-flex items-center gap-1.5">
                    Actions
                    <ChevronDown aria-hidden="true" className="size-4" />
                  </span>
                </Button>
              ) : (
                <IconButton label={label} disabled={options.isBusy}>
                  <Ellipsis aria-hidden="true" className="size-5" />
                </IconButton>
              )
            }
            entries={listEntries(row, options)}
          />
        );
      },
    },
  ];
}

function Status({ row: { kind, person }, now }: { row: PeopleRow; now: Date }) {
  if (kind === "invitation") {
    const isExpired = Date.parse(person.expiresAt) <= now.getTime();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return (
      <>
        <Badge tone={isExpired ? "warning" : "info"}>{isExpired ? "Invitation expired" : "Invited"}</Badge>
        {!isExpired && (
          <span className="block text-13 text-muted">
            Expires {formatInstantDate(person.expiresAt, timeZone)}
          </span>
        )}
      </>
    );
  }
  const { label, tone } = memberStatusBadge(person, now);
  const lastDay = getLastDay(person.expiresAt, brand.timeZone);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {lastDay && <span className="block text-13 text-muted">Last day: {formatDate(lastDay)}</span>}
    </>
  );
}

function listEntries({ kind, person }: PeopleRow, { onChange, onAction }: PeopleColumnsOptions): MenuEntry[] {
  if (kind === "invitation") {
    return [
      { label: "Resend invitation", onSelect: () => onAction("resend", person) },
      { label: "Revoke invitation", onSelect: () => onAction("revoke", person) },
    ];
  }
  return [
    { label: "Change access", onSelect: () => onChange(person) },
    person.suspendedAt
      ? { label: "Restore access", onSelect: () => onAction("restore", person) }
      : { label: "Suspend access", onSelect: () => onAction("suspend", person) },
    { label: "Remove access", onSelect: () => onAction("remove", person) },
  ];
}
