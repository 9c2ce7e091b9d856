import { firmToday } from "#domain/firm/firm-today.ts";
import { toDollars } from "#domain/money/money.ts";
import { newProposalContent } from "#domain/proposals/new-proposal.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { CreateProposal } from "#domain/proposals/proposals-api.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseContent } from "#server/proposals/stored-content.ts";

type Request = NonNullable<Parameters<typeof newProposalContent>[0]["request"]>;
/** Whom a new proposal is for. An inquiry may have no client yet. */
type Source = { clientId: string | null; company: string; request: Request | null };

/**
 * Creates a draft as the calling administrator and returns its id.
 * @throws {ApiError} 404 for an unknown client, inquiry, quote request or template
 */
export async function createProposal(query: Query, input: CreateProposal, now: Date): Promise<string> {
  const { clientId, company, request } = await readSource(query, input);
  const content = newProposalContent({
    company,
    request,
    template: input.templateId ? await readTemplate(query, input.templateId) : null,
    today: firmToday(now),
  });
  const { total } = proposalTotals(content);
  const [row] = await query("select endpoints.create_proposal($1, $2, $3, $4, $5, $6, $7) as id", [
    clientId,
    input.inquiryId,
    input.bookingId,
    JSON.stringify(content),
    content.title,
    toDollars(total),
    content.validUntil,
  ]);
  if (!row?.id) {
    throw new Error("the proposal has no id");
  }
  return row.id;
}

async function readSource(query: Query, { clientId, inquiryId, bookingId }: CreateProposal): Promise<Source> {
  if (inquiryId) {
    const [inquiry] = await query(
      `select inquiry.client_id, coalesce(client.company, inquiry.company) as company, inquiry.service_interest, inquiry.message
         from public.contact_inquiries as inquiry
         left join public.clients as client on client.id = inquiry.client_id
        where inquiry.id = $1`,
      [inquiryId],
    );
    if (!inquiry) {
      throw new ApiError(404, "unknown_inquiry", "This inquiry no longer exists.");
    }
    return {
      clientId: inquiry.client_id,
      company: inquiry.company,
      request: { service: inquiry.service_interest, text: inquiry.message, startsOn: null },
    };
  }
  if (bookingId) {
    const [booking] = await query(
      `select booking.client_id, client.company, booking.service_type, booking.project_description,
              booking.preferred_start_date::text
         from public.service_bookings as booking
         join public.clients as client on client.id = booking.client_id
        where booking.id = $1`,
      [bookingId],
    );
    if (!booking) {
      throw new ApiError(404, "unknown_booking", "This quote request no longer exists.");
    }
    return {
      clientId: booking.client_id,
      company: booking.company,
      request: {
        service: booking.service_type,
        text: booking.project_description,
        startsOn: booking.preferred_start_date,
      },
    };
  }
  const [client] = await query("select company from public.clients where id = $1", [clientId]);
  if (!client) {
    throw new ApiError(404, "unknown_client", "This client no longer exists.");
  }
  return { clientId, company: client.company, request: null };
}

async function readTemplate(query: Query, id: string): Promise<ProposalContent> {
  const [template] = await query("select content from public.proposal_templates where id = $1", [id]);
  if (!template) {
    throw new ApiError(404, "unknown_template", "This template no longer exists.");
  }
  return parseContent(template.content);
}
