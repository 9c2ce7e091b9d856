import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";

type ConsultationTimeProps = { consultation: ListedConsultation; hasConflict: boolean };

/** The time of a consultation, with a warning if its host is busy then. */
export function ConsultationTime({
  consultation: { starts_at: startsAt },
  hasConflict,
}: ConsultationTimeProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <time dateTime={startsAt} className="tabular">
        {formatShortTime(new Date(startsAt), timeZone)}
      </time>
      {hasConflict && <span className="mt-0.5 block text-13 text-warning">The host is busy</span>}
    </>
  );
}
