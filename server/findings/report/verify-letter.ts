import type { Verification, VerifiedLetter, VerifiedProposal } from "#domain/findings/report/verification.ts";
import { parseVerificationCode } from "#domain/findings/report/verification-code.ts";
import type { Query } from "#server/database/database.ts";
import { toNetworkPrefix } from "#server/http/client-address.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";

const LIMIT_PER_ADDRESS: RateLimit = { name: "verify-letter", points: 30, seconds: 600 };
/** Longer input is neither a code nor a hash, so it is not repeated on the page. */
const MAX_INPUT_LENGTH = 64;
const SHA256_PATTERN = /^[0-9a-f]{64}$/i;

export type LetterVerifier = (input: string, address: string) => Promise<Verification>;

/**
 * Creates a function that looks up a letter or an accepted proposal by a code that a visitor typed, or by the SHA-256 of its PDF. It
 * never rejects.
 */
export function createLetterVerifier({
  database,
  rateLimits,
  log,
}: Pick<Services, "database" | "rateLimits" | "log">): LetterVerifier {
  return async (input, address) => {
    const code = parseVerificationCode(input);
    const sha256 = SHA256_PATTERN.test(input) ? input.toLowerCase() : null;
    const entered = code ?? sha256 ?? input.slice(0, MAX_INPUT_LENGTH);
    if (!code && !sha256) {
      return { status: "malformed_code", code: entered };
    }
    try {
      // Count in a separate transaction, so that rejected requests are counted too.
      await database.bypassPolicies({ reason: "count a verification" }, (query) =>
        rateLimits.take(query, LIMIT_PER_ADDRESS, toNetworkPrefix(address)),
      );
      const found = await database.bypassPolicies({ reason: "verify a letter" }, (query) =>
        findIssued(query, code, sha256),
      );
      return found ?? { status: sha256 ? "unknown_file" : "unknown_code", code: entered };
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) {
        return { status: "limited", code: entered, retryAfterSeconds: Number(error.headers["Retry-After"]) };
      }
      log.error({ err: error }, "a code could not be verified");
      return { status: "unavailable", code: entered };
    }
  };
}

async function findIssued(
  query: Query,
  code: string | null,
  sha256: string | null,
): Promise<VerifiedLetter | VerifiedProposal | null> {
  const [letter] = await query(
    `select code, status, issued_on::text, ended_on::text, sha256 from public.attestation_letters
      where code = $1 or sha256 = $2 order by created_at desc limit 1`,
    [code, sha256],
  );
  if (letter) {
    const { issued_on: issuedOn, ended_on: endedOn, ...shown } = letter;
    return { ...shown, issuedOn, endedOn };
  }
  // The code is printed in the PDF, so no one has it before the PDF is stored.
  const [proposal] = await query(
    `select code, pdf_sha256 from public.proposal_acceptances
      where pdf_sha256 is not null and (code = $1 or pdf_sha256 = $2)`,
    [code, sha256],
  );
  return proposal?.pdf_sha256
    ? { status: "accepted", code: proposal.code, sha256: proposal.pdf_sha256 }
    : null;
}
