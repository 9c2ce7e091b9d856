import { brand } from "#brand";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { AcceptanceCertificate, ProposalDocument } from "#domain/proposals/proposal-document.ts";
import { describeProposalEvent } from "#domain/proposals/proposal-history.ts";
import { ProposalTotals, proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { Query } from "#server/database/database.ts";
import { parseContent } from "#server/proposals/stored-content.ts";

/**
 * Reads a version of a proposal for its PDF, with the certificate if this version was accepted. Null if `query` cannot read it.
 */
export async function readProposalDocument(
  query: Query,
  id: string,
  version: number,
): Promise<ProposalDocument | null> {
  const [row] = await query(
    `select proposal.number, stored.content, stored.sha256, coalesce(stored.sent_at, stored.updated_at) as dated_at,
            coalesce(client.company, inquiry.company, '') as company
       from public.proposals as proposal
       join public.proposal_versions as stored on stored.proposal_id = proposal.id and stored.version = $2
       left join public.clients as client on client.id = proposal.client_id
       left join public.contact_inquiries as inquiry on inquiry.id = proposal.inquiry_id
      where proposal.id = $1`,
    [id, version],
  );
  if (!row) {
    return null;
  }
  const content = parseContent(row.content);
  const accepted = await readAcceptance(query, id, version);
  const lines = accepted?.lines ?? proposalTotals(content).lines;
  const optionalIds = new Set(content.items.filter((item) => item.isOptional).map((item) => item.id));
  return {
    number: row.number,
    version,
    company: accepted?.company ?? row.company,
    content,
    sha256: row.sha256,
    date: dateInTimeZone(row.dated_at, brand.timeZone),
    selectedIds: lines.filter((line) => line.isSelected && optionalIds.has(line.id)).map((line) => line.id),
    certificate: accepted?.certificate ?? null,
  };
}

async function readAcceptance(query: Query, id: string, version: number) {
  const [row] = await query(
    `select code, accepted_at, signer_name, signer_title, signer_email, signer_role, company, host(ip) as ip, user_agent,
            assurance_level, consent_version, consent_text, totals
       from public.proposal_acceptances where proposal_id = $1 and version = $2`,
    [id, version],
  );
  if (!row) {
    return null;
  }
  const events = await query(
    `select at, action, actor_role, actor from public.proposal_events
      where proposal_id = $1 and version = $2 order by at, id`,
    [id, version],
  );
  const certificate: AcceptanceCertificate = {
    code: row.code,
    acceptedAt: toInstant(row.accepted_at),
    name: row.signer_name,
    title: row.signer_title,
    email: row.signer_email,
    role: CLIENT_ROLES[row.signer_role].label,
    ip: row.ip ?? "Unknown",
    userAgent: row.user_agent,
    hasSecondFactor: row.assurance_level === "aal2",
    consentVersion: row.consent_version,
    consentText: row.consent_text,
    events: events.map(({ at, action, actor_role: actorRole, actor }) => ({
      at: toInstant(at),
      text: describeProposalEvent({ action, actorRole, actor }),
    })),
  };
  return { certificate, company: row.company, lines: ProposalTotals.parse(row.totals).lines };
}
