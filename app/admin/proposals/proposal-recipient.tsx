import { RecordName } from "../lists/record-name.tsx";
import { INBOX_PATH } from "../shell/admin-pages.ts";

type ProposalRecipientProps = {
  proposal: {
    client_id: string | null;
    inquiry_id: string | null;
    clients: { company: string } | null;
    contact_inquiries: { company: string } | null;
  };
};

/** Link to the client, or to the inquiry if it is not a client yet. */
export function ProposalRecipient({ proposal }: ProposalRecipientProps) {
  const { client_id: clientId, inquiry_id: inquiryId, clients, contact_inquiries: inquiry } = proposal;
  if (clientId) {
    return <RecordName to={`/admin/clients/${clientId}`} name={clients?.company ?? "Client"} />;
  }
  if (!inquiry) {
    return "—";
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <RecordName to={`${INBOX_PATH}/${inquiryId}`} name={inquiry.company} />
      <span className="font-normal text-13 text-muted">Inquiry</span>
    </span>
  );
}
