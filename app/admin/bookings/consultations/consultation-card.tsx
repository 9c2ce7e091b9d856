import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { consultationStatusBadge } from "#domain/consultations/consultation.ts";
import { RecordCard } from "../../lists/record-card.tsx";
import { ConsultationHost } from "./consultation-host.tsx";
import { ConsultationTime } from "./consultation-time.tsx";

type ConsultationCardProps = { consultation: ListedConsultation; hasConflict: boolean };

/** A consultation on a narrow screen. */
export function ConsultationCard({ consultation, hasConflict }: ConsultationCardProps) {
  const { label, tone } = consultationStatusBadge(consultation.status);
  return (
    <RecordCard
      title={<span className="wrap-anywhere">{consultation.name}</span>}
      owner={<span className="wrap-anywhere">{consultation.company}</span>}
      status={
        <>
          <Badge tone={tone}>{label}</Badge>
          <span>
            <ConsultationTime consultation={consultation} hasConflict={hasConflict} />
          </span>
          <span className="text-13 text-muted">
            <ConsultationHost consultation={consultation} />
          </span>
        </>
      }
    />
  );
}
