import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { formatValidity } from "#domain/proposals/proposal-status.ts";
import {
  button,
  clientSignature,
  type Detail,
  details,
  documentFile,
  type EmailBlock,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  quote,
  reasonFootnote,
  withTitle,
} from "#server/email/content.ts";

type EmailBrand = Pick<Brand, "name" | "timeZone" | "accountManager">;
type Recipient = { name: string; company: string };

export type EmailedProposal = {
  id: string;
  number: number;
  version: number;
  title: string;
  total: Cents;
  validUntil: CalendarDate;
};

/** Sent when the firm sends a proposal, or a new version of it. */
export function proposalSent(
  proposal: EmailedProposal,
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
): EmailContent {
  const reference = getProposalReference(proposal.number);
  const isFirst = proposal.version === 1;
  return {
    subject: isFirst
      ? `Proposal ${reference} from ${brand.name}: ${proposal.title}`
      : `New version of proposal ${reference} from ${brand.name}: ${proposal.title}`,
    blocks: [
      greeting(recipient.name),
      paragraph(
        isFirst
          ? `Review our proposal for ${recipient.company}, then accept or decline it in the client portal.`
          : `We've sent version ${proposal.version} of our proposal for ${recipient.company}. It replaces the earlier version. The portal shows what changed.`,
      ),
      details(...describe(proposal, brand)),
      ...createClosing(proposal, recipient, publicUrl, brand),
    ],
  };
}

/** Sent before an open proposal expires. */
export function proposalReminder(
  proposal: EmailedProposal,
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
): EmailContent {
  return {
    subject: `Proposal ${getProposalReference(proposal.number)} from ${brand.name} expires on ${formatDate(proposal.validUntil)}`,
    blocks: [
      greeting(recipient.name),
      paragraph(
        `Our proposal for ${recipient.company} expires soon. Accept or decline it before then, or send us a comment if you need more time.`,
      ),
      details(...describe(proposal, brand)),
      ...createClosing(proposal, recipient, publicUrl, brand, { hasPreferences: true }),
    ],
  };
}

/** Sent when the firm withdraws a proposal. */
export function proposalWithdrawn(
  { proposal, reason }: { proposal: EmailedProposal; reason: string },
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
): EmailContent {
  return {
    subject: `Proposal ${getProposalReference(proposal.number)} from ${brand.name} was withdrawn`,
    blocks: [
      greeting(recipient.name),
      paragraph(
        `We've withdrawn the proposal “${proposal.title}” for ${recipient.company}. It can no longer be accepted.`,
      ),
      ...(reason ? [quote(reason)] : []),
      ...createClosing(proposal, recipient, publicUrl, brand),
    ],
  };
}

/**
 * Sent to the people of the client when one of them accepted a proposal. `signer` is null for the person who accepted it.
 * `documentId` is the signed PDF, or null if it cannot be attached.
 */
export function proposalAccepted(
  {
    proposal,
    signer,
    documentId,
  }: { proposal: EmailedProposal; signer: string | null; documentId: string | null },
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
): EmailContent {
  const person = signer ?? "You";
  const reference = getProposalReference(proposal.number);
  return {
    subject: `Proposal ${reference} from ${brand.name} was accepted`,
    blocks: [
      greeting(recipient.name),
      paragraph(
        documentId === null
          ? `${person} accepted our proposal for ${recipient.company}. Download the signed PDF with the certificate of acceptance in the client portal, and keep it for your records.`
          : `${person} accepted our proposal for ${recipient.company}. The signed PDF with the certificate of acceptance is attached. Keep it for your records.`,
      ),
      details(
        ["Proposal", `${reference}, version ${proposal.version}: ${proposal.title}`],
        ["Total", formatDollars(proposal.total)],
      ),
      ...attach(documentId),
      ...createClosing(proposal, recipient, publicUrl, brand),
    ],
  };
}

function attach(documentId: string | null): EmailBlock[] {
  return documentId === null ? [] : [documentFile(documentId)];
}

/** Sent when someone else comments on a proposal. Contains no text of the comment, because reading it requires signing in. */
export function proposalCommented(
  { proposal, author }: { proposal: EmailedProposal; author: string },
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
): EmailContent {
  return withTitle(
    (shorten) =>
      `New comment on proposal ${getProposalReference(proposal.number)}: ${shorten(proposal.title)}`,
    [
      greeting(recipient.name),
      paragraph(`${author} commented on the proposal “${proposal.title}” for ${recipient.company}.`),
      ...createClosing(proposal, recipient, publicUrl, brand, { hasPreferences: true }),
    ],
  );
}

/** Sent when the firm marks a milestone as done. */
export function milestoneDone(
  { title, projectId, projectName }: { title: string; projectId: string; projectName: string },
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
): EmailContent {
  return withTitle(
    (shorten) => `Milestone completed: ${shorten(title)} (${shorten(projectName)})`,
    [
      greeting(recipient.name),
      paragraph("We've completed a milestone. Review and accept it in the client portal."),
      details(["Milestone", title], ["Project", projectName]),
      button("Review milestone", `${publicUrl}/client-portal?section=projects&project=${projectId}`),
      clientSignature(brand),
      reasonFootnote(
        `you can accept milestones for ${recipient.company} in the ${brand.name} client portal.`,
      ),
    ],
  );
}

/** What a client did, or what happened to a proposal, for the firm. */
export type ProposalNews =
  | { kind: "accepted"; person: string; documentId: string | null }
  | { kind: "declined"; person: string; reason: string }
  | { kind: "expired" }
  | { kind: "commented"; person: string };

/** Sent to the firm when a client accepts, declines or comments on a proposal, or when it expires. */
export function proposalNewsForFirm(
  news: ProposalNews,
  proposal: EmailedProposal,
  company: string,
  publicUrl: string,
): EmailContent {
  const reference = getProposalReference(proposal.number);
  const { summary, text } = describeNews(news, company, reference);
  return withTitle(
    (shorten) => `${shorten(company)}: ${summary}`,
    [
      paragraph(text),
      ...(news.kind === "declined" ? [quote(news.reason)] : []),
      details(
        ["Proposal", `${reference}, version ${proposal.version}: ${proposal.title}`],
        ["Total", formatDollars(proposal.total)],
      ),
      ...(news.kind === "accepted" ? attach(news.documentId) : []),
      button("View proposal", `${publicUrl}/admin/proposals/${proposal.id}`),
      reasonFootnote("this address receives notifications about proposals."),
    ],
  );
}

/** Sent to the firm when a client accepts a milestone. */
export function milestoneAcceptedForFirm(
  milestone: { title: string; projectId: string; projectName: string; person: string },
  company: string,
  publicUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => `${shorten(company)} accepted “${shorten(milestone.title)}”`,
    [
      paragraph(`${milestone.person} accepted a milestone. Payments that depend on it are now due.`),
      details(["Milestone", milestone.title], ["Project", milestone.projectName]),
      button("View project", `${publicUrl}/admin/projects/${milestone.projectId}`),
      reasonFootnote("this address receives notifications about proposals."),
    ],
  );
}

function describeNews(
  news: ProposalNews,
  company: string,
  reference: string,
): { summary: string; text: string } {
  switch (news.kind) {
    case "accepted":
      return {
        summary: `proposal ${reference} accepted`,
        text: `${news.person} accepted the proposal for ${company}. Check the project, its milestones and the planned payments.${news.documentId === null ? "" : " The signed PDF is attached."}`,
      };
    case "declined":
      return {
        summary: `proposal ${reference} declined`,
        text: `${news.person} declined the proposal for ${company}, with this reason:`,
      };
    case "expired":
      return {
        summary: `proposal ${reference} expired`,
        text: `${company} didn't accept or decline the proposal before its last day. Send a new version to extend it.`,
      };
    case "commented":
      return {
        summary: `comment on proposal ${reference}`,
        text: `${news.person} commented on the proposal for ${company}.`,
      };
  }
}

function describe(proposal: EmailedProposal, brand: EmailBrand): Detail[] {
  return [
    ["Proposal", `${getProposalReference(proposal.number)}: ${proposal.title}`],
    ["Total", formatDollars(proposal.total)],
    ["Valid until", formatValidity(proposal.validUntil, brand.timeZone)],
  ];
}

function createClosing(
  { id }: EmailedProposal,
  recipient: Recipient,
  publicUrl: string,
  brand: EmailBrand,
  { hasPreferences = false } = {},
): EmailBlock[] {
  return [
    button("View proposal", `${publicUrl}/client-portal?section=proposals&proposal=${id}`),
    clientSignature(brand),
    ...(hasPreferences ? [preferences(publicUrl)] : []),
    createFootnote(recipient, brand),
  ];
}

function createFootnote({ company }: Recipient, brand: EmailBrand): EmailBlock {
  return reasonFootnote(`you can read the proposals for ${company} in the ${brand.name} client portal.`);
}
