import { type AuthChangeEvent, isAuthRetryableFetchError, type Session } from "@supabase/auth-js";
import { type Backend, backend } from "#app/api/backend.ts";
import { type House, sessionKeys } from "#app/api/house.ts";
import { queryClient } from "#app/api/query-client.tsx";
import { reportFailure } from "#app/api/report-failure.ts";
import { whenSessionIsRefused } from "#app/api/session-refused.ts";
import { lacksFactor } from "./assurance.ts";
import { isBrowserMarked, unmarkBrowser } from "./browser-mark.ts";
import { personOf, type SignedIn } from "./session-role.ts";
import { forgetKeys, hasAdminHints, hasStoredSession, storeHints } from "./stored-keys.ts";

export type SessionState =
  | { kind: "checking" }
  /** `notice` says why a session ended that the person did not end. */
  | { kind: "signed-out"; notice: string | null }
  | { kind: "signed-in"; person: SignedIn }
  /** The password was right; the account's second factor is still to be given. */
  | { kind: "factor-needed"; person: SignedIn }
  /** There is a session, but the backend could not be asked. */
  | { kind: "unreachable" };

export type SessionStore = {
  get(): SessionState;
  subscribe(onChange: () => void): () => void;
  /** Asks again after `unreachable`. */
  retry(): void;
  /** Forgets the session in this browser and tells the backend to end it. */
  end(notice?: string | null): Promise<void>;
};

const ENDED = "Your session has ended. Please sign in again.";
/** Milliseconds: a session refused again so soon after it was renewed is over. */
const RENEWED_JUST_NOW = 10_000;

const stores = new Map<House, SessionStore>();

/** The one session of a house in this page load, kept in step with the other tabs. */
export function sessionStore(house: House): SessionStore {
  const made = stores.get(house) ?? makeSessionStore(house);
  stores.set(house, made);
  return made;
}

function makeSessionStore(house: House): SessionStore {
  let state: SessionState = { kind: "checking" };
  let started = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let renewing: Promise<void> | null = null;
  let listening: Promise<Backend> | null = null;
  const listeners = new Set<() => void>();

  function show(next: SessionState): void {
    if (samePerson(state, next)) return;
    // Another person's answers must never be shown, not even for the moment until theirs arrive.
    if (state.kind === "signed-in") queryClient(house).clear();
    state = next;
    for (const onChange of listeners) onChange();
  }

  function showSignedOut(notice: string | null = null): void {
    forgetKeys(house);
    if (house === "client") unmarkBrowser();
    show({ kind: "signed-out", notice });
  }

  function enter(person: SignedIn, session: Session): void {
    if (lacksFactor(session)) {
      show({ kind: "factor-needed", person });
      return;
    }
    storeHints(house, person.email);
    show({ kind: "signed-in", person });
  }

  function onEvent(event: AuthChangeEvent, session: Session | null): void {
    if (event === "SIGNED_OUT" && holdsSession(state)) showSignedOut();
    // What was stored at the start is judged by check(); a session of another role belongs to sign-in, which ends it.
    if (event === "INITIAL_SESSION") return;
    const person = personOf(house, session);
    if (person && session) enter(person, session);
  }

  function listen(): Promise<Backend> {
    listening ??= backend(house).then(
      (made) => {
        made.auth.onAuthStateChange(onEvent);
        return made;
      },
      (error: unknown) => {
        listening = null;
        throw error;
      },
    );
    return listening;
  }

  async function end(notice: string | null = null): Promise<void> {
    try {
      const { auth } = await listen();
      const { error } = await auth.signOut({ scope: "local" });
      if (error) reportFailure(error);
    } catch (error) {
      reportFailure(error);
    } finally {
      // Whatever the backend could be told: nothing stays behind here.
      showSignedOut(notice);
    }
  }

  async function check(): Promise<void> {
    if (!hasStoredSession(house)) {
      showSignedOut();
      // Nothing depends on it: it only notices when another tab signs in.
      await listen().catch(() => {});
      return;
    }
    const belongsHere = house === "client" ? isBrowserMarked() : hasAdminHints();
    if (!belongsHere) return end();
    try {
      const { auth } = await listen();
      const { data, error } = await auth.getSession();
      const person = personOf(house, data.session);
      if (person && data.session) return enter(person, data.session);
      if (isAuthRetryableFetchError(error)) return show({ kind: "unreachable" });
      await end(error ? ENDED : null);
    } catch {
      show({ kind: "unreachable" });
    }
  }

  // Several answers refuse the session at once: it is renewed once, and judged by what came back.
  function onRefused(): Promise<void> {
    renewing ??= renew().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function renew(): Promise<void> {
    if (state.kind !== "signed-in") return;
    if (Date.now() - renewedAt < RENEWED_JUST_NOW) return end(ENDED);
    renewedAt = Date.now();
    const { auth } = await listen();
    const { error } = await auth.refreshSession();
    if (isAuthRetryableFetchError(error)) return;
    if (error) return end(ENDED);
    await queryClient(house).invalidateQueries();
  }

  function start(): void {
    started = true;
    whenSessionIsRefused(house, () => void onRefused().catch(reportFailure));
    window.addEventListener("storage", (event) => {
      const isGone = event.key === null || (event.key === sessionKeys[house] && event.newValue === null);
      if (isGone && holdsSession(state) && !hasStoredSession(house)) showSignedOut();
    });
    void check();
  }

  return {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      if (!started) start();
      return () => listeners.delete(onChange);
    },
    retry() {
      show({ kind: "checking" });
      void check();
    },
    end,
  };
}

function holdsSession(state: SessionState): boolean {
  return state.kind === "signed-in" || state.kind === "factor-needed";
}

function samePerson(one: SessionState, other: SessionState): boolean {
  return (
    (one.kind === "signed-in" || one.kind === "factor-needed") &&
    one.kind === other.kind &&
    one.person.userId === other.person.userId &&
    one.person.email === other.person.email
  );
}
