import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CalendarClock, Eye, UserX, X } from "#app/ui/icons.tsx";
import {
  canBeCanceled,
  canBeMoved,
  canMarkNoShow,
  consultationStatusBadge,
} from "#domain/consultations/consultation.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";

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
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
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
          <span className="block font-normal text-13 text-muted">{company}</span>
        </>
      ),
    },
    {
      key: "time",
      header: "Time",
      cell: ({ id, starts_at }) => (
        <>
          <time dateTime={starts_at} className="tabular">
            {formatShortTime(new Date(starts_at), timeZone)}
          </time>
          {conflicts.includes(id) && <p className="mt-0.5 text-13 text-warning">The host is busy</p>}
        </>
      ),
    },
    { key: "host", header: "Host", cell: ({ consultation_hosts }) => consultation_hosts.name },
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
      cell: (consultation) => {
        const times = {
          status: consultation.status,
          startsAt: consultation.starts_at,
          endsAt: consultation.ends_at,
        };
        return (
          <>
            <Button
              size="small"
              icon={<Eye aria-hidden="true" className="size-4" />}
              aria-label={`Details: ${consultation.name}`}
              onClick={() => onOpen("details", consultation)}
            >
              Details
            </Button>
            {canBeMoved(times, now) && (
              <Button
                size="small"
                icon={<CalendarClock aria-hidden="true" className="size-4" />}
                aria-label={`Reschedule: ${consultation.name}`}
                onClick={() => onOpen("move", consultation)}
              >
                Reschedule
              </Button>
            )}
            {canBeCanceled(times, now) && (
              <Button
                size="small"
                icon={<X aria-hidden="true" className="size-4" />}
                aria-label={`Cancel: ${consultation.name}`}
                onClick={() => onOpen("cancel", consultation)}
              >
                Cancel
              </Button>
            )}
            {canMarkNoShow(times, now) && (
              <Button
                size="small"
                icon={<UserX aria-hidden="true" className="size-4" />}
                aria-label={`No-show: ${consultation.name}`}
                onClick={() => onNoShow(consultation)}
              >
                No-show
              </Button>
            )}
          </>
        );
      },
    },
  ];
}
