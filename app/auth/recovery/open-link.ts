import type { AuthError, User } from "@supabase/auth-js";
import { type Auth, backend, passingBackend } from "#app/api/backend.ts";
import type { House } from "#app/api/house.ts";
import { reportFailure } from "#app/api/report-failure.ts";
import { brand } from "#brand";
import { suspendedWords } from "#domain/credentials.ts";
import { isUnanswered, TOO_MANY } from "../refusal-words.ts";
import { lacksFactor } from "../sessions/assurance.ts";
import { hasStoredSession } from "../sessions/stored-keys.ts";
import type { MailedLink } from "./link-in-address.ts";

/** What an opened link leads to. */
export type OpenedLink =
  | { kind: "new-password"; auth: Auth; needsFactor: boolean }
  | { kind: "address-confirmed"; house: House; email: string }
  | { kind: "invalid" }
  /** Refused for a reason the person should know. */
  | { kind: "refused"; words: string }
  /** The backend could not be asked: the link is still good. */
  | { kind: "unreachable" };

const opened = new Map<MailedLink, Promise<OpenedLink>>();

/** Spends a link; once, however often it is asked for, unless nobody answered. The session stays in memory. */
export function openLink(link: MailedLink): Promise<OpenedLink> {
  const opening =
    opened.get(link) ??
    open(link).then((outcome) => {
      if (outcome.kind === "unreachable") opened.delete(link);
      return outcome;
    });
  opened.set(link, opening);
  return opening;
}

async function open(link: MailedLink): Promise<OpenedLink> {
  try {
    const { auth } = await passingBackend();
    const { data, error } =
      link.kind === "token"
        ? await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type })
        : await auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken });
    if (error) return refusalOf(error);
    const { session } = data;
    if (!session) return { kind: "invalid" };
    if (link.type === "email_change" || link.type === "signup") return confirmed(auth, session.user);
    return { kind: "new-password", auth, needsFactor: lacksFactor(session) };
  } catch (error) {
    reportFailure(error);
    return { kind: "unreachable" };
  }
}

function refusalOf(error: AuthError): OpenedLink {
  if (error.code === "user_banned") return { kind: "refused", words: suspendedWords(brand.contactEmail) };
  if (error.status === 429) return { kind: "refused", words: TOO_MANY };
  return { kind: isUnanswered(error) ? "unreachable" : "invalid" };
}

async function confirmed(auth: Auth, user: User): Promise<OpenedLink> {
  const house: House = user.app_metadata.role === "admin" ? "admin" : "client";
  // The link proved a mailbox; it opens no door.
  await auth.signOut({ scope: "local" });
  if (hasStoredSession(house)) await renewSessionHere(house, user.id);
  return { kind: "address-confirmed", house, email: user.email ?? "" };
}

/** Whoever is signed in in this browser goes on under the new address. */
async function renewSessionHere(house: House, userId: string): Promise<void> {
  try {
    const here = await backend(house);
    const { data } = await here.auth.getSession();
    if (data.session?.user.id === userId) await here.auth.refreshSession();
  } catch (error) {
    reportFailure(error);
  }
}
