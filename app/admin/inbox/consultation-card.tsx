import { useQuery } from "@tanstack/react-query";
import { inquiryConsultationQuery } from "#app/api/admin/consultations.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { ConsultationDetails } from "../bookings/consultations/consultation-details.tsx";

/** Card with the time that the inquirer booked. */
export function ConsultationCard({ inquiryId }: { inquiryId: string }) {
  const consultation = useQuery(inquiryConsultationQuery(inquiryId));
  return (
    <Card aria-labelledby="inquiry-consultation">
      <CardHeader title={<span id="inquiry-consultation">Consultation</span>} />
      <Loaded
        query={consultation}
        errorMessage="We couldn't load the consultation."
        loading={<Loading text="Loading consultation..." rows={3} />}
        isSmall
      >
        {(loaded) =>
          loaded ? (
            <ConsultationDetails consultation={loaded} />
          ) : (
            <p className="text-14 text-muted">The consultation was deleted.</p>
          )
        }
      </Loaded>
    </Card>
  );
}
