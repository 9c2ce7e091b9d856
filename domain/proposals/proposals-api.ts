import * as z from "zod/mini";
import { calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { integer } from "#domain/integer.ts";
import { PartId, ProposalContent } from "#domain/proposals/proposal-content.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { singleLine } from "#domain/text/single-line.ts";

const OptionalId = z._default(z.nullable(z.guid()), null);
const Line = (message: string) => multiLine(PROPOSAL_LIMITS.name).check(singleLine, z.minLength(1, message));
const Reason = multiLine(PROPOSAL_LIMITS.reason);
const Version = integer(1);
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * Request to create a draft for a client, an inquiry or a quote request. The content starts from the template, if one is chosen,
 * and from the request.
 */
export const CreateProposal = z
  .object({ clientId: OptionalId, inquiryId: OptionalId, bookingId: OptionalId, templateId: OptionalId })
  .check(
    z.refine(
      ({ clientId, inquiryId, bookingId }) =>
        [clientId, inquiryId, bookingId].filter((id) => id !== null).length === 1,
      "Choose a client, an inquiry or a quote request",
    ),
  );
export type CreateProposal = z.infer<typeof CreateProposal>;

/**
 * Request to save the draft of a proposal. `revision` is the one that was loaded, or 0 to start a new version.
 * `baseVersion` is the current version that was loaded, or 0 before the first one is sent.
 */
export const SaveProposalDraft = z.object({
  revision: integer(0),
  baseVersion: integer(0),
  content: ProposalContent,
});
export type SaveProposalDraft = z.infer<typeof SaveProposalDraft>;

/** Request to send the draft with this revision to the client. */
export const SendProposal = z.object({ revision: Version });

/** Request to send the loaded version again as a new version with a later last day. */
export const ExtendProposal = z.object({
  version: Version,
  validUntil: z.pipe(
    z.string().check(z.refine(isCalendarDate, "Enter a valid date")),
    z.transform(calendarDate),
  ),
});
export type ExtendProposal = z.infer<typeof ExtendProposal>;

/** Request to choose the client before the first version is sent, and the project that acceptance extends, if any. */
export const AssignProposal = z.object({ clientId: z.guid(), projectId: z.nullable(z.guid()) });
export type AssignProposal = z.infer<typeof AssignProposal>;

/** Request to set the estimated probability of acceptance, in percent. Null uses that of the status. */
export const SetProbability = z.object({
  probability: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(100))),
});

/** Request to withdraw a sent proposal. The client can read the reason. */
export const WithdrawProposal = z.object({ reason: Reason });

/** Request to add a template. */
export const SaveProposalTemplate = z.object({
  name: Line("Enter a name"),
  content: ProposalContent,
});
export type SaveProposalTemplate = z.infer<typeof SaveProposalTemplate>;

/** Request to change a template. `updatedAt` is when the version that the administrator changed was stored. */
export const ChangeProposalTemplate = z.extend(SaveProposalTemplate, {
  updatedAt: z.iso.datetime({ offset: true }),
});
export type ChangeProposalTemplate = z.infer<typeof ChangeProposalTemplate>;

/** Request to publish a new version of the firm's terms. */
export const PublishTerms = z.object({
  body: multiLine(PROPOSAL_LIMITS.terms).check(z.minLength(1, "Enter the terms")),
});

/** The version that a client sees. Another version may have been sent in the meantime. */
export const ViewProposal = z.object({ version: Version });

/** Request of a client to accept a version. `sha256` is the hash of the content that the client sees. */
export const AcceptProposal = z.object({
  version: Version,
  sha256: Sha256,
  selectedItemIds: z.array(PartId).check(z.maxLength(PROPOSAL_LIMITS.items)),
  name: Line("Enter your full name"),
  title: Line("Enter your title"),
  /** The version of `ELECTRONIC_CONSENT` that the person agreed to. */
  consentVersion: z.string(),
  agrees: z.literal(true, "Select the checkbox to agree"),
});
export type AcceptProposal = z.infer<typeof AcceptProposal>;

export const DeclineProposal = z.object({
  version: Version,
  reason: Reason.check(z.minLength(1, "Enter a reason")),
});
export type DeclineProposal = z.infer<typeof DeclineProposal>;

/** Request to add or change a milestone of a project. */
export const SaveMilestone = z.object({
  title: multiLine(PROPOSAL_LIMITS.title).check(singleLine, z.minLength(1, "Enter a title")),
  dueOn: z.nullable(z.string().check(z.refine(isCalendarDate, "Enter a valid date"))),
});
export type SaveMilestone = z.infer<typeof SaveMilestone>;

/** Request of a client to accept a milestone with the title that the client sees. */
export const AcceptMilestone = z.object({ title: z.string() });

/** Request to mark a milestone as done, or to undo that before the client accepts it. */
export const SetMilestoneDone = z.object({ isDone: z.boolean() });

/** Request to record the invoice of a planned payment, or to remove it. */
export const SetPlannedInvoice = z.object({ invoiceId: z.nullable(z.guid()) });
