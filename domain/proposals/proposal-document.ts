import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";

/** What the certificate at the end of an accepted proposal contains. */
export type AcceptanceCertificate = {
  /** The verification code, such as "7K2M-9QXT-4HBD-WZ3N". */
  code: string;
  acceptedAt: Instant;
  name: string;
  title: string;
  email: string;
  role: string;
  ip: string;
  userAgent: string;
  hasSecondFactor: boolean;
  consentVersion: string;
  consentText: string;
  /** What happened to the accepted version, oldest first. */
  events: ReadonlyArray<{ at: Instant; text: string }>;
};

/** The content of a proposal's PDF. */
export type ProposalDocument = {
  /** Null for a draft of a proposal that was never sent. */
  number: number | null;
  version: number;
  company: string;
  content: ProposalContent;
  /** The hash of the content. Null for a draft. */
  sha256: string | null;
  /** The day on which the version was sent, or the draft was saved. */
  date: CalendarDate;
  /** The optional items that are selected. */
  selectedIds: readonly string[];
  /** Null before acceptance. */
  certificate: AcceptanceCertificate | null;
};
