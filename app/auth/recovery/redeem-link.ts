import type { AuthError, User } from "@supabase/auth-js";
import type { Area } from "#app/api/client/area.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { createTemporaryClient, getSupabase, type SupabaseAuth } from "#app/api/client/supabase.ts";
import { brand } from "#brand";
import { suspendedMessage } from "#domain/sign-in/credentials.ts";
import { isServerUnavailable, RATE_LIMITED_MESSAGE } from "../error-messages.ts";
import { needsSecondFactor } from "../sessions/needs-second-factor.ts";
import { hasStoredSession } from "../sessions/session-storage.ts";
import type { EmailLink } from "./email-link.ts";

/** Result of opening a link from an email. */
export type RedeemedLink =
  | { kind: "new-password"; auth: SupabaseAuth; email: string; needsFactor: boolean }
  | { kind: "email-confirmed"; area: Area; email: string }
  | { kind: "invalid" }
  | { kind: "rejected"; message: string }
  /** The server could not be reached, so the link is still valid. */
  | { kind: "unreachable" };

const redemptions = new Map<EmailLink, Promise<RedeemedLink>>();

/**
 * Redeems a link. Repeated calls return the first result, unless the server was unreachable. The session
 * stays in memory.
 */
export function redeemLink(link: EmailLink): Promise<RedeemedLink> {
  const redemption =
    redemptions.get(link) ??
    redeem(link).then((result) => {
      if (result.kind === "unreachable") {
        redemptions.delete(link);
      }
      return result;
    });
  redemptions.set(link, redemption);
  return redemption;
}

async function redeem(link: EmailLink): Promise<RedeemedLink> {
  try {
    const { auth } = await createTemporaryClient();
    const { data, error } =
      link.kind === "token"
        ? await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
        : await auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
    if (error) {
      return toRejectedLink(error);
    }
    const { session } = data;
    if (!session) {
      return { kind: "invalid" };
    }
    if (link.type === "email_change" || link.type === "signup") {
      return confirmEmail(auth, session.user);
    }
    const email = session.user.email ?? "";
    return { kind: "new-password", auth, email, needsFactor: needsSecondFactor(session) };
  } catch (error) {
    logRequestError(error);
    return { kind: "unreachable" };
  }
}

function toRejectedLink(error: AuthError): RedeemedLink {
  if (error.code === "user_banned") {
    return { kind: "rejected", message: suspendedMessage(brand.contactEmail) };
  }
  if (error.status === 429) {
    return { kind: "rejected", message: RATE_LIMITED_MESSAGE };
  }
  return { kind: isServerUnavailable(error) ? "unreachable" : "invalid" };
}

async function confirmEmail(auth: SupabaseAuth, user: User): Promise<RedeemedLink> {
  const area: Area = user.app_metadata.role === "admin" ? "admin" : "client";
  // The link proves only access to the mailbox, so it must not sign anyone in.
  await auth.signOut({ scope: "local" });
  if (hasStoredSession(area)) {
    await refreshStoredSession(area, user.id);
  }
  return { kind: "email-confirmed", area, email: user.email ?? "" };
}

/** Updates the email address in this browser's session. */
async function refreshStoredSession(area: Area, userId: string): Promise<void> {
  try {
    const supabase = await getSupabase(area);
    const { data } = await supabase.auth.getSession();
    if (data.session?.user.id === userId) {
      await supabase.auth.refreshSession();
    }
  } catch (error) {
    logRequestError(error);
  }
}
