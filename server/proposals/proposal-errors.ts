import { ApiError } from "#server/http/errors.ts";

export function unknownProposalError(): ApiError {
  return new ApiError(404, "unknown_proposal", "This proposal no longer exists.");
}

export function unknownMilestoneError(): ApiError {
  return new ApiError(404, "unknown_milestone", "This milestone no longer exists.");
}

export function unknownPaymentError(): ApiError {
  return new ApiError(404, "unknown_payment", "This payment no longer exists.");
}

/** Why an administrator's change was rejected, by the outcome of the database function. */
export function rejectedChangeError(outcome: string | null | undefined): ApiError {
  switch (outcome) {
    case "accepted":
      return new ApiError(
        409,
        "already_accepted",
        "The client has accepted this proposal, so it can't change.",
      );
    case "changed":
      return new ApiError(
        409,
        "edit_conflict",
        "Someone else changed this draft. Reload the page to see the latest version.",
      );
    case "no-draft":
      return new ApiError(409, "no_draft", "There are no changes to send. Edit the proposal first.");
    case "no-client":
      return new ApiError(409, "no_client", "Convert the inquiry to a client, or choose a client, first.");
    case "inactive-client":
      return new ApiError(
        409,
        "inactive_client",
        "This client is suspended and can't read proposals. Restore the client first.",
      );
    case "not-open":
      return new ApiError(
        409,
        "not_open",
        "This proposal is no longer open. Reload the page to see its status.",
      );
    case "already-sent":
      return new ApiError(409, "already_sent", "The client of a sent proposal can't change.");
    case "unknown-client":
      return new ApiError(404, "unknown_client", "This client no longer exists.");
    case "unknown-project":
      return new ApiError(
        404,
        "unknown_project",
        "This project no longer exists, or belongs to another client.",
      );
    default:
      return unknownProposalError();
  }
}

/** Why a client cannot accept or decline a proposal, by the outcome of the database function. */
export function closedProposalError(outcome: string | null | undefined): ApiError {
  switch (outcome) {
    case "outdated":
      return new ApiError(
        409,
        "outdated_version",
        "We've sent a newer version of this proposal. Reload the page to read it.",
      );
    case "expired":
      return new ApiError(409, "expired", "This proposal has expired. Ask us for a new one.");
    case "accepted":
      return new ApiError(409, "already_accepted", "Your company has already accepted this proposal.");
    case "declined":
      return new ApiError(409, "already_declined", "Your company has declined this proposal.");
    case "withdrawn":
      return new ApiError(409, "withdrawn", "We've withdrawn this proposal. Ask us for a new one.");
    default:
      return unknownProposalError();
  }
}
