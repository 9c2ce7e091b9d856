import { Link } from "react-router";
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
    return (
      <Link
        to={`/admin/clients/${clientId}`}
        className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
      >
        {clients?.company}
      </Link>
    );
  }
  if (!inquiry) {
    return "—";
  }
  return (
    <>
      <Link
        to={`${INBOX_PATH}/${inquiryId}`}
        className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
      >
        {inquiry.company}
      </Link>
      <span className="block font-normal text-13 text-muted">Inquiry</span>
    </>
  );
}
