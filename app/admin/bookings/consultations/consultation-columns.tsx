import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CalendarClock, CalendarX, Eye, Inbox, UserX } from "#app/ui/icons.tsx";
import {
  canBeCanceled,
  canBeMoved,
  canMarkNoShow,
  consultationStatusBadge,
} from "#domain/consultations/consultation.ts";
import { MoreMenu } from "../../lists/more-menu.tsx";
import { RecordName } from "../../lists/record-name.tsx";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { ConsultationHost } from "./consultation-host.tsx";
import { ConsultationTime } from "./consultation-time.tsx";

type ColumnsOptions = {
  /** The ids of consultations at whose time their host is busy. */
  conflicts: readonly string[];
  onOpen: (action: "details" | "move" | "cancel", consultation: ListedConsultation) => void;
  onNoShow: (consultation: ListedConsultation) => void;
};

export function createConsultationColumns({
  conflicts,
  onOpen,
  onNoShow,
}: ColumnsOptions): ReadonlyArray<ListColumn<ListedConsultation>> {
  const now = new Date();
  return [
    {
      key: "visitor",
      header: "Visitor",
      isLongText: true,
      isTitle: true,
      cell: ({ name, company }) => (
        <>
          {name}
          <span className="block font-normal text-13 text-muted">
            <RecordName name={company} />
          </span>
        </>
      ),
    },
    {
      key: "time",
      header: "Time",
      cell: (consultation, _, hiddenKeys) => (
        <>
          <ConsultationTime consultation={consultation} hasConflict={conflicts.includes(consultation.id)} />
          {hiddenKeys.has("host") && (
            <span className="block text-13 text-muted">
              <ConsultationHost consultation={consultation} />
            </span>
          )}
        </>
      ),
    },
    {
      key: "host",
      header: "Host",
      minWidth: 800,
      cell: (consultation) => <ConsultationHost consultation={consultation} />,
    },
    {
      key: "status",
      header: "Status",
      cell: ({ status }) => {
        const { label, tone } = consultationStatusBadge(status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (consultation) => <RowActions {...{ consultation, now, onOpen, onNoShow }} />,
    },
  ];
}

type RowActionsProps = Pick<ColumnsOptions, "onOpen" | "onNoShow"> & {
  consultation: ListedConsultation;
  now: Date;
};

/** A button for the most common action, and a menu with the others. */
function RowActions({ consultation, now, onOpen, onNoShow }: RowActionsProps) {
  const { name, status, starts_at: startsAt, ends_at: endsAt, inquiry_id: inquiryId } = consultation;
  const times = { status, startsAt, endsAt };
  const details = {
    label: "Details",
    icon: <Eye aria-hidden="true" className="size-4" />,
    onSelect: () => onOpen("details", consultation),
  };
  const move = {
    label: "Reschedule",
    icon: <CalendarClock aria-hidden="true" className="size-4" />,
    onSelect: () => onOpen("move", consultation),
  };
  const noShow = {
    label: "No-show",
    icon: <UserX aria-hidden="true" className="size-4" />,
    onSelect: () => onNoShow(consultation),
  };
  const cancel = {
    label: "Cancel consultation",
    icon: <CalendarX aria-hidden="true" className="size-4" />,
    onSelect: () => onOpen("cancel", consultation),
  };
  const primary = canBeMoved(times, now) ? move : canMarkNoShow(times, now) ? noShow : details;
  const entries = [
    ...(primary === details ? [] : [details]),
    ...(inquiryId
      ? [
          {
            label: "Open in the inbox",
            icon: <Inbox aria-hidden="true" className="size-4" />,
            to: `/admin/inbox/${inquiryId}`,
          },
        ]
      : []),
    ...(canBeCanceled(times, now) ? [cancel] : []),
  ];
  return (
    <>
      <Button
        size="small"
        icon={primary.icon}
        aria-label={`${primary.label}: ${name}`}
        onClick={primary.onSelect}
      >
        {primary.label}
      </Button>
      {entries.length > 0 && <MoreMenu name={name} entries={entries} />}
    </>
  );
}
