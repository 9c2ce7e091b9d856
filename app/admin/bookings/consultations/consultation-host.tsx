import type { ListedConsultation } from "#app/api/admin/consultations.ts";
import { JoinLink } from "../join-link.tsx";

/** The host of a consultation, with a link to the call until it ends. */
export function ConsultationHost({ consultation }: { consultation: ListedConsultation }) {
  const { name, ends_at: endsAt, status, consultation_hosts: host } = consultation;
  return (
    <>
      {host.name}
      {status === "confirmed" && new Date(endsAt) > new Date() && (
        <JoinLink meetingUrl={host.meeting_url} phone={host.phone} name={name} />
      )}
    </>
  );
}
