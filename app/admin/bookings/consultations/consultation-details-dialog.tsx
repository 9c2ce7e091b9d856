import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { ConsultationDetails } from "./consultation-details.tsx";

type ConsultationDetailsDialogProps = { consultation: ListedConsultation; onClose: () => void };

export function ConsultationDetailsDialog({ consultation, onClose }: ConsultationDetailsDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Consultation"
      description={`${consultation.name} · ${consultation.company}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {consultation.inquiry_id && (
            <ButtonLink tone="primary" to={`/admin/inbox/${consultation.inquiry_id}`}>
              Open in the inbox
            </ButtonLink>
          )}
        </>
      }
    >
      <ConsultationDetails consultation={consultation} />
      <p className="mt-4 text-14">
        <a href={`mailto:${consultation.email}`} className="wrap-anywhere text-accent underline">
          {consultation.email}
        </a>
      </p>
      <h3 className="mt-4 mb-1 text-13 text-muted">Topic</h3>
      <p className="wrap-break-word whitespace-pre-wrap text-14">{consultation.topic}</p>
    </Dialog>
  );
}
