import type { Brand } from "#brand";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { consultationPath } from "#domain/consultations/consultation.ts";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { cents } from "#domain/money/money.ts";
import type { EmailContent } from "#server/email/content.ts";
import {
  ADDRESS,
  BOOKING,
  COMPANY,
  CONSULTATION,
  DAY_BEFORE,
  DECLINE_REASON,
  DUE_INVOICES,
  FINDING_UPDATES,
  FINDING_UPDATES_BY_CLIENT,
  INQUIRY,
  INVOICE,
  MEETING,
  MEETING_HOST,
  MEETING_TIME,
  MERCHANT,
  OVERDUE_INVOICES,
  PAYMENT,
  PLAN,
  PLAN_ANSWER,
  PLAN_CANCELLATION,
  PLAN_CHANGE,
  PROJECT_ID,
  PROPOSAL,
  PROPOSAL_MILESTONE,
  REPLY,
  SIGN_IN,
  THREAD,
} from "#server/email/example-data.ts";
import {
  emailConfirmation,
  invitation,
  passwordReset,
  signInLink,
} from "#server/email/messages/account-links.ts";
import {
  confirmationCode,
  emailChanged,
  emailChangeRequested,
  newDeviceSignIn,
  passwordChanged,
  recoveryCodeUsed,
  twoFactorRemoved,
} from "#server/email/messages/account-notices.ts";
import {
  bookingApproved,
  bookingCancelledForFirm,
  bookingDeclined,
  bookingReceived,
  bookingRequestedForFirm,
  meetingCancelled,
  meetingCancelledByFirm,
  meetingChanged,
  meetingScheduledForFirm,
  meetingTimeProposedForFirm,
  proposedTimeWithdrawnForFirm,
} from "#server/email/messages/booking.ts";
import { bookingLimitReached } from "#server/email/messages/booking-alert.ts";
import {
  consultationBookedForHost,
  consultationCancelled,
  consultationCancelledForHost,
  consultationConfirmed,
  consultationHeld,
  consultationReminder,
  consultationRescheduled,
  consultationRescheduledForHost,
} from "#server/email/messages/consultation.ts";
import { documentsReady } from "#server/email/messages/document.ts";
import { findingsChanged, findingsChangedForFirm } from "#server/email/messages/findings.ts";
import { inquiryAcknowledgement, inquiryForFirm } from "#server/email/messages/inquiry-received.ts";
import { inquiryReply } from "#server/email/messages/inquiry-reply.ts";
import {
  invoiceDueSoon,
  invoicesDueSoon,
  newInvoice,
  overdueInvoice,
  overdueInvoices,
} from "#server/email/messages/invoice.ts";
import { meetingReminder } from "#server/email/messages/meeting.ts";
import { paymentReceived } from "#server/email/messages/payment.ts";
import {
  accessChangedForOwners,
  accessReviewDue,
  memberInvited,
  ownAccessChanged,
} from "#server/email/messages/people.ts";
import {
  duplicatePlans,
  planRequestAnswered,
  planRequestedForFirm,
  planRequestReceived,
  planRequestWithdrawn,
} from "#server/email/messages/plan.ts";
import { planChanged, planEnded, planKept, planStarted } from "#server/email/messages/plan-news.ts";
import { projectStatusChanged } from "#server/email/messages/project.ts";
import {
  milestoneAcceptedForFirm,
  milestoneDone,
  proposalAccepted,
  proposalCommented,
  proposalNewsForFirm,
  proposalReminder,
  proposalSent,
  proposalWithdrawn,
} from "#server/email/messages/proposal.ts";
import { squareConnectionLost, squareRenewalFailed } from "#server/email/messages/square-alert.ts";
import { unreadMessagesForClient, unreadMessagesForFirm } from "#server/email/messages/unread-messages.ts";

/** An email with sample data. `to` describes the recipient. */
export type EmailExample = EmailContent & { to: string };

const MEMBER_INVITATION = {
  id: "5f0c9a52-7d8e-4d2a-9c38-3d1a9d1f2b11",
  name: INQUIRY.name,
  company: COMPANY,
  inviter: "owner@client.example",
  inviterName: "Amara Osei",
  hasPassword: false,
  role: "billing",
  lastDay: calendarDate("2027-03-31"),
  expiresOn: "Dec 1, 2026",
} as const;

const ACCESS_CHANGE = {
  company: COMPANY,
  person: { name: "Grace Lindqvist", email: "grace@client.example" },
  role: "technical",
  actor: "Amara Osei (owner@client.example)",
  time: "Nov 24, 2026, 9:30:00 AM EST",
} as const;

const RECIPIENT = { name: INQUIRY.name, company: COMPANY };

const SCHEDULED_MEETING = {
  meeting: MEETING,
  host: MEETING_HOST,
  contactPerson: INQUIRY.name,
  timeZone: "America/New_York",
};

const MEETING_TIME_TEXT = formatMeetingTime(MEETING_TIME, SCHEDULED_MEETING.timeZone);

/** Creates an example of every email, keyed by template name. */
export function createEmailExamples(brand: Brand, publicUrl: string): Record<string, EmailExample> {
  const createLink = (type: string) => ({
    url: `${publicUrl}/reset-password?${new URLSearchParams({ token_hash: "example", type })}`,
    brand,
    name: INQUIRY.name,
  });
  const toUser = (content: EmailContent) => ({ to: "The account owner", ...content });
  const toAdministrator = (content: EmailContent) => ({ to: "An administrator", ...content });
  const toClient = (content: EmailContent) => ({ to: "The client", ...content });
  const toVisitor = (content: EmailContent) => ({ to: "The visitor", ...content });
  const toHost = (content: EmailContent) => ({ to: "The host", ...content });
  const manageUrl = publicUrl + consultationPath("example");
  const consultationsUrl = `${publicUrl}/admin/bookings?tab=consultations`;
  const invoiceUrl = `${publicUrl}/client-portal?section=billing&invoice=example`;
  const toFirm = (content: EmailContent) => ({ to: "Your team", ...content });
  return {
    invitation: toUser(
      invitation({
        ...createLink("invite"),
        client: { name: INQUIRY.name, company: COMPANY },
        inviterName: MEETING_HOST.name,
      }),
    ),
    passwordReset: toUser(passwordReset(createLink("recovery"))),
    signInLink: toUser(signInLink(createLink("magiclink"))),
    emailConfirmation: toUser(emailConfirmation(createLink("email_change"))),
    emailChangeRequested: toUser(emailChangeRequested(ADDRESS, { brand, name: INQUIRY.name, publicUrl })),
    emailChanged: toUser(emailChanged(ADDRESS, { brand, name: INQUIRY.name })),
    passwordChanged: toUser(passwordChanged({ brand, name: INQUIRY.name, publicUrl })),
    confirmationCode: toUser(
      confirmationCode("7K2M-Q9XT", {
        brand,
        name: INQUIRY.name,
        publicUrl,
      }),
    ),
    newDeviceSignIn: toUser(
      newDeviceSignIn(SIGN_IN, `${publicUrl}/client-portal?section=settings&tab=security`, {
        brand,
        name: INQUIRY.name,
      }),
    ),
    recoveryCodeUsed: toUser(recoveryCodeUsed({ brand, name: INQUIRY.name, publicUrl })),
    twoFactorRemoved: toAdministrator(twoFactorRemoved(MEETING_HOST.name, { brand, name: "Ida Berg" })),
    inquiryForFirm: toFirm(inquiryForFirm(INQUIRY, publicUrl)),
    inquiryAcknowledgement: toVisitor(inquiryAcknowledgement(INQUIRY.reference, publicUrl, brand)),
    inquiryReply: toVisitor(
      inquiryReply(
        { ...INQUIRY, receivedOn: calendarDate("2026-11-24") },
        { message: REPLY, author: MEETING_HOST.name },
        { publicUrl, brand },
      ),
    ),
    bookingRequestedForFirm: toFirm(bookingRequestedForFirm(BOOKING, publicUrl)),
    bookingReceived: toClient(bookingReceived(BOOKING, publicUrl, brand)),
    bookingApproved: toClient(bookingApproved(SCHEDULED_MEETING, publicUrl, brand)),
    meetingChanged: toClient(meetingChanged(SCHEDULED_MEETING, publicUrl, brand)),
    meetingCancelled: toClient(meetingCancelled(SCHEDULED_MEETING, publicUrl, brand)),
    meetingCancelledByFirm: toClient(
      meetingCancelledByFirm(
        SCHEDULED_MEETING,
        { reason: "The engineer who leads your project is out sick this week.", publicUrl },
        brand,
      ),
    ),
    proposedTimeWithdrawnForFirm: toFirm(proposedTimeWithdrawnForFirm(BOOKING, MEETING_TIME_TEXT, publicUrl)),
    bookingCancelledForFirm: toFirm(bookingCancelledForFirm(BOOKING, MEETING_TIME_TEXT, publicUrl)),
    meetingScheduledForFirm: toFirm(
      meetingScheduledForFirm(BOOKING, { time: MEETING_TIME_TEXT, isMoved: false }, publicUrl),
    ),
    bookingLimitReached: toFirm(bookingLimitReached("holds", publicUrl)),
    consultationHeld: toVisitor(
      consultationHeld(
        CONSULTATION,
        {
          url: manageUrl,
          holdExpiresAt: instant("2026-11-24T15:00:00Z"),
        },
        brand,
      ),
    ),
    consultationConfirmed: toVisitor(consultationConfirmed(CONSULTATION, manageUrl, brand)),
    consultationRescheduled: toVisitor(
      consultationRescheduled(
        CONSULTATION,
        { url: manageUrl, movedByFirm: { reason: "Maya is ill this week." } },
        brand,
      ),
    ),
    consultationCancelled: toVisitor(
      consultationCancelled(
        CONSULTATION,
        { isByFirm: true, reason: "Maya is ill this week.", bookUrl: `${publicUrl}/book` },
        brand,
      ),
    ),
    consultationReminder: toVisitor(
      consultationReminder(CONSULTATION, { url: manageUrl, ...DAY_BEFORE }, brand),
    ),
    consultationBookedForHost: toHost(consultationBookedForHost(CONSULTATION, consultationsUrl)),
    consultationRescheduledForHost: toHost(consultationRescheduledForHost(CONSULTATION, consultationsUrl)),
    consultationCancelledForHost: toHost(
      consultationCancelledForHost(CONSULTATION, consultationsUrl, "Our plans changed."),
    ),
    meetingTimeProposedForFirm: toFirm(
      meetingTimeProposedForFirm(
        BOOKING,
        {
          time: MEETING_TIME_TEXT,
          proposedTime: "Friday, December 4, 2026 at 2:00 PM EST",
          note: "Our lead is traveling on Thursday.",
        },
        publicUrl,
      ),
    ),
    bookingDeclined: toClient(bookingDeclined(BOOKING, DECLINE_REASON, brand)),
    memberInvited: {
      to: "An invited person who already has an account",
      ...memberInvited(MEMBER_INVITATION, publicUrl, brand),
    },
    ownAccessChanged: toClient(
      ownAccessChanged({ ...ACCESS_CHANGE, kind: "role-changed" }, INQUIRY.name, publicUrl, brand),
    ),
    accessChangedForOwners: toClient(
      accessChangedForOwners({ ...ACCESS_CHANGE, kind: "joined" }, INQUIRY.name, publicUrl, brand),
    ),
    accessReviewDue: toClient(
      accessReviewDue(
        { company: COMPANY, people: 4, lastReview: "Aug 12, 2026" },
        INQUIRY.name,
        publicUrl,
        brand,
      ),
    ),
    planRequestedForFirm: toFirm(
      planRequestedForFirm({ ...PLAN_CHANGE, isWritingEnabled: false }, publicUrl),
    ),
    planRequestWithdrawn: toFirm(planRequestWithdrawn(PLAN_CHANGE, publicUrl)),
    planRequestReceived: toClient(planRequestReceived(PLAN_CANCELLATION, publicUrl, brand)),
    planRequestAnswered: toClient(planRequestAnswered(PLAN_CHANGE, PLAN_ANSWER, publicUrl, brand)),
    duplicatePlans: toFirm(
      duplicatePlans(
        {
          company: COMPANY,
          plans: [
            { tierName: "Watch", monthlyPrice: "$950", startsOn: calendarDate("2026-03-02") },
            { tierName: "Shield", monthlyPrice: "$5,200", startsOn: calendarDate("2026-11-23") },
          ],
        },
        publicUrl,
      ),
    ),
    newInvoice: toClient(newInvoice(INVOICE, invoiceUrl, brand)),
    invoiceDueSoon: toClient(invoiceDueSoon(INVOICE, invoiceUrl, brand)),
    invoicesDueSoon: toClient(
      invoicesDueSoon(
        DUE_INVOICES.map((invoice) => ({ ...invoice, url: invoiceUrl })),
        {
          company: COMPANY,
          contactPerson: INQUIRY.name,
          portalUrl: `${publicUrl}/client-portal?section=billing`,
        },
        brand,
      ),
    ),
    paymentReceived: toClient(paymentReceived(PAYMENT, publicUrl, brand)),
    documentsReady: toClient(
      documentsReady(
        { contactPerson: INQUIRY.name, names: ["AI Security Assessment.pdf", "Findings.xlsx"] },
        publicUrl,
        brand,
      ),
    ),
    findingsChanged: toClient(findingsChanged(FINDING_UPDATES, INQUIRY.name, COMPANY, publicUrl, brand)),
    proposalSent: toClient(proposalSent(PROPOSAL, RECIPIENT, publicUrl, brand)),
    proposalReminder: toClient(proposalReminder(PROPOSAL, RECIPIENT, publicUrl, brand)),
    proposalWithdrawn: toClient(
      proposalWithdrawn(
        { proposal: PROPOSAL, reason: "The scope has changed. We'll send a new proposal this week." },
        RECIPIENT,
        publicUrl,
        brand,
      ),
    ),
    proposalAccepted: toClient(
      proposalAccepted(
        { proposal: PROPOSAL, signer: INQUIRY.name, documentId: PROPOSAL.id },
        RECIPIENT,
        publicUrl,
        brand,
      ),
    ),
    proposalCommented: toClient(
      proposalCommented(
        { proposal: PROPOSAL, author: `${MEETING_HOST.name} of ${brand.name}` },
        RECIPIENT,
        publicUrl,
        brand,
      ),
    ),
    milestoneDone: toClient(milestoneDone(PROPOSAL_MILESTONE, RECIPIENT, publicUrl, brand)),
    proposalNewsForFirm: toFirm(
      proposalNewsForFirm(
        { kind: "declined", person: INQUIRY.name, reason: "The budget was moved to next year." },
        PROPOSAL,
        COMPANY,
        publicUrl,
      ),
    ),
    milestoneAcceptedForFirm: toFirm(
      milestoneAcceptedForFirm({ ...PROPOSAL_MILESTONE, person: INQUIRY.name }, COMPANY, publicUrl),
    ),
    findingsChangedForFirm: toFirm(findingsChangedForFirm(FINDING_UPDATES_BY_CLIENT, COMPANY, publicUrl)),
    projectStatusChanged: toClient(
      projectStatusChanged(
        {
          contactPerson: INQUIRY.name,
          projectId: PROJECT_ID,
          project: "Claims assistant review",
          from: "open",
          to: "in_progress",
        },
        publicUrl,
        brand,
      ),
    ),
    meetingReminder: toClient(
      meetingReminder(
        {
          contactPerson: INQUIRY.name,
          meeting: MEETING,
          host: MEETING_HOST,
          timeZone: "America/New_York",
          ...DAY_BEFORE,
        },
        publicUrl,
        brand,
      ),
    ),
    planStarted: toClient(planStarted({ ...PLAN, startsOn: calendarDate("2026-11-23") }, publicUrl, brand)),
    planChanged: toClient(
      planChanged(
        { ...PLAN, previousTierName: "Watch", nextChargeOn: calendarDate("2026-12-23") },
        publicUrl,
        brand,
      ),
    ),
    planEnded: toClient(
      planEnded({ ...PLAN, endsOn: calendarDate("2026-12-22"), hasEnded: false }, publicUrl, brand),
    ),
    planKept: toClient(planKept({ ...PLAN, nextChargeOn: calendarDate("2026-12-23") }, publicUrl, brand)),
    overdueInvoice: toClient(
      overdueInvoice({ ...INVOICE, balanceCents: cents(82_304_526), daysLate: 12 }, invoiceUrl, brand),
    ),
    overdueInvoices: toClient(
      overdueInvoices(
        OVERDUE_INVOICES.map((invoice) => ({ ...invoice, url: invoiceUrl })),
        {
          company: COMPANY,
          contactPerson: INQUIRY.name,
          portalUrl: `${publicUrl}/client-portal?section=billing`,
        },
        brand,
      ),
    ),
    unreadMessagesForFirm: toFirm(unreadMessagesForFirm(THREAD, `${publicUrl}/admin/messages/example`)),
    unreadMessagesForClient: toClient(
      unreadMessagesForClient(
        { count: 1, contactPerson: INQUIRY.name, sender: MEETING_HOST.name },
        brand,
        publicUrl,
      ),
    ),
    squareConnectionLost: toFirm(
      squareConnectionLost(MERCHANT, "Square reports that access was revoked.", publicUrl),
    ),
    squareRenewalFailed: toFirm(
      squareRenewalFailed(MERCHANT, "We couldn't reach Square.", MEETING_TIME, publicUrl),
    ),
  };
}
