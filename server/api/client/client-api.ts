import { createOwnBookingRoutes } from "#server/api/client/bookings.ts";
import { createOwnConsultationRoutes } from "#server/api/client/consultations.ts";
import { createDocumentLinkRoutes } from "#server/api/client/document-link.ts";
import { createOwnFindingRoutes } from "#server/api/client/findings/own-findings.ts";
import { createInvoicePdfRoutes } from "#server/api/client/invoice-pdf.ts";
import { createMeetingTimeRoutes } from "#server/api/client/meeting-times.ts";
import { createOwnSessionRoutes } from "#server/api/client/own-sessions.ts";
import { createAccessReviewRoutes } from "#server/api/client/people/access-review.ts";
import { createOwnInvitationRoutes } from "#server/api/client/people/own-invitations.ts";
import { createOwnNameRoutes } from "#server/api/client/people/own-name.ts";
import { createPeopleRoutes } from "#server/api/client/people/people.ts";
import { createPlanRoutes } from "#server/api/client/plans.ts";
import { createOwnProposalRoutes } from "#server/api/client/proposals/own-proposals.ts";
import { createRecentSignInRoutes } from "#server/api/client/recent-sign-in.ts";
import { createRecoveryCodeRoutes } from "#server/api/client/recovery-codes.ts";
import { createStatementRoutes } from "#server/api/client/statement.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import type { Services } from "#server/services.ts";

/** All routes under `/api/client`, `/api/own-sessions`, `/api/recovery-codes` and `/api/recent-sign-in`. */
export function createClientApi(services: Services) {
  return createClientGroup(services)
    .route("/", createDocumentLinkRoutes(services))
    .route("/", createOwnBookingRoutes(services))
    .route("/", createOwnSessionRoutes(services))
    .route("/", createRecentSignInRoutes(services))
    .route("/", createRecoveryCodeRoutes(services))
    .route("/", createOwnInvitationRoutes(services))
    .route("/", createOwnNameRoutes(services))
    .route("/", createPeopleRoutes(services))
    .route("/", createAccessReviewRoutes(services))
    .route("/", createPlanRoutes(services))
    .route("/", createInvoicePdfRoutes(services))
    .route("/", createStatementRoutes(services))
    .route("/", createOwnFindingRoutes(services))
    .route("/", createOwnProposalRoutes(services))
    .route("/", createOwnConsultationRoutes(services))
    .route("/", createMeetingTimeRoutes(services));
}

/** Route types for `hono/client` in app/api. */
export type ClientApi = ReturnType<typeof createClientApi>;
