import type { AuthChangeEvent, Session } from "@supabase/auth-js";
import { type Area, SESSION_KEYS } from "#app/api/client/area.ts";
import { getAreaCache } from "#app/api/client/area-cache.ts";
import { pauseReads } from "#app/api/client/area-reads.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { setSessionRejectedListener } from "#app/api/client/session-rejected.ts";
import type { SupabaseClient } from "#app/api/client/supabase.ts";
import { requestHeadingFocus } from "#app/ui/layout/heading-focus.ts";
import { isRetryableFetchError } from "../error-messages.ts";
import { clearBrowserSession, hasBrowserSession } from "./browser-session-cookie.ts";
import { needsSecondFactor } from "./needs-second-factor.ts";
import {
  ADMIN_ROLE_KEY,
  clearStoredKeys,
  hasAdminHints,
  hasStoredSession,
  storeHints,
} from "./session-storage.ts";
import { getSessionUser, type SessionUser } from "./session-user.ts";

export type SessionState =
  /** The HTML from the build, which does not depend on the browser's storage. */
  | { kind: "prerendered" }
  | { kind: "checking" }
  /** `notice` explains why a session ended without a logout. */
  | { kind: "signed-out"; notice: string | null }
  | { kind: "signed-in"; user: SessionUser }
  /** The password was accepted, but the second factor is not verified yet. */
  | { kind: "factor-needed"; user: SessionUser }
  /** A session is stored, but the backend could not be reached. */
  | { kind: "unreachable" };

export type SessionStore = {
  get(): SessionState;
  subscribe(onChange: () => void): () => void;
  /** Loads the Supabase client. Its events then change the state. */
  connect(): Promise<SupabaseClient>;
  /** Checks again after `unreachable`. */
  retry(): void;
  /** Clears the session in this browser and revokes it at the backend. */
  end(notice?: string | null): Promise<void>;
};

const SESSION_ENDED_MESSAGE = "Your session has ended. Please sign in again.";
/** If a session is rejected again within this time after a refresh, it has ended. */
const MIN_REFRESH_INTERVAL_MS = 10_000;

const stores = new Map<Area, SessionStore>();

/** Returns the session store of an area. There is one per page load, synchronized with other tabs. */
export function getSessionStore(area: Area): SessionStore {
  const store = stores.get(area) ?? createSessionStore(area);
  stores.set(area, store);
  return store;
}

function createSessionStore(area: Area): SessionStore {
  let state: SessionState = { kind: "checking" };
  let isStarted = false;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let pendingRefresh: Promise<void> | null = null;
  let pendingClient: Promise<SupabaseClient> | null = null;
  const listeners = new Set<() => void>();

  function setState(next: SessionState): void {
    if (isSameUser(state, next)) {
      return;
    }
    // Never show another user's cached data.
    if (state.kind === "signed-in") {
      getAreaCache(area)?.clear();
    }
    if (isSignIn(state, next)) {
      requestHeadingFocus();
    }
    state = next;
    for (const onChange of listeners) {
      onChange();
    }
  }

  function setSignedOut(notice: string | null = null): void {
    clearStoredKeys(area);
    if (area === "client") {
      clearBrowserSession();
    }
    setState({ kind: "signed-out", notice });
  }

  function setSignedIn(user: SessionUser, session: Session): void {
    if (needsSecondFactor(session)) {
      setState({ kind: "factor-needed", user });
      return;
    }
    storeHints(area, user.email);
    setState({ kind: "signed-in", user });
  }

  function onEvent(event: AuthChangeEvent, session: Session | null): void {
    if (event === "SIGNED_OUT" && hasSession(state)) {
      setSignedOut();
    }
    // check() handles the initial session, and signIn() ends a session with the wrong role.
    if (event === "INITIAL_SESSION") {
      return;
    }
    const user = getSessionUser(area, session);
    if (user && session) {
      setSignedIn(user, session);
    }
  }

  function connect(): Promise<SupabaseClient> {
    pendingClient ??= loadClient(area).then(
      (client) => {
        client.auth.onAuthStateChange(onEvent);
        return client;
      },
      (error: unknown) => {
        pendingClient = null;
        throw error;
      },
    );
    return pendingClient;
  }

  async function end(notice: string | null = null): Promise<void> {
    const resumeReads = pauseReads(area);
    try {
      const { auth } = await connect();
      const { error } = await auth.signOut({ scope: "local" });
      if (error) {
        logRequestError(error);
      }
    } catch (error) {
      logRequestError(error);
    } finally {
      // Clear local state even if the backend could not be reached.
      setSignedOut(notice);
      resumeReads();
    }
  }

  async function check(): Promise<void> {
    if (!hasStoredSession(area)) {
      return setSignedOut();
    }
    if (!hasSignedIn(area)) {
      return end();
    }
    try {
      const { auth } = await connect();
      const { data, error } = await auth.getSession();
      const user = getSessionUser(area, data.session);
      if (user && data.session) {
        return setSignedIn(user, data.session);
      }
      if (isRetryableFetchError(error)) {
        return setState({ kind: "unreachable" });
      }
      await end(error ? SESSION_ENDED_MESSAGE : null);
    } catch {
      setState({ kind: "unreachable" });
    }
  }

  // Concurrent requests may all be rejected; refresh the session only once.
  function onSessionRejected(): Promise<void> {
    pendingRefresh ??= refresh().finally(() => {
      pendingRefresh = null;
    });
    return pendingRefresh;
  }

  async function refresh(): Promise<void> {
    if (state.kind !== "signed-in") {
      return;
    }
    if (Date.now() - refreshedAt < MIN_REFRESH_INTERVAL_MS) {
      return end(SESSION_ENDED_MESSAGE);
    }
    refreshedAt = Date.now();
    const { auth } = await connect();
    const { error } = await auth.refreshSession();
    if (isRetryableFetchError(error)) {
      return;
    }
    if (error) {
      return end(SESSION_ENDED_MESSAGE);
    }
    await getAreaCache(area)?.invalidateQueries();
  }

  function start(): void {
    isStarted = true;
    setSessionRejectedListener(area, () => void onSessionRejected().catch(logRequestError));
    window.addEventListener("storage", (event) => {
      const isRemoved = event.key === null || (event.key === SESSION_KEYS[area] && event.newValue === null);
      if (isRemoved && hasSession(state) && !hasStoredSession(area)) {
        setSignedOut();
      }
      const isStored =
        event.newValue !== null && (event.key === SESSION_KEYS[area] || event.key === ADMIN_ROLE_KEY);
      // Another tab signed in. While it verifies a second factor, check() would end its session.
      if (isStored && state.kind === "signed-out" && hasStoredSession(area) && hasSignedIn(area)) {
        void check();
      }
    });
    void check();
  }

  return {
    get() {
      // Decided while hydrating, so that the form is not replaced and keeps what was typed.
      if (state.kind === "checking" && !hasStoredSession(area)) {
        state = { kind: "signed-out", notice: null };
      }
      return state;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      if (!isStarted) {
        start();
      }
      return () => listeners.delete(onChange);
    },
    retry() {
      setState({ kind: "checking" });
      void check();
    },
    connect,
    end,
  };
}

async function loadClient(area: Area): Promise<SupabaseClient> {
  const { getSupabase } = await import("#app/api/client/supabase.ts");
  return getSupabase(area);
}

/** Whether a sign-in finished in this browser. Otherwise, the stored session is ended. */
function hasSignedIn(area: Area): boolean {
  return area === "client" ? hasBrowserSession() : hasAdminHints();
}

function hasSession(state: SessionState): boolean {
  return state.kind === "signed-in" || state.kind === "factor-needed";
}

/** Whether a form was replaced by the page after it. Otherwise, the page loads with a stored session. */
function isSignIn(previous: SessionState, current: SessionState): boolean {
  return (previous.kind === "signed-out" || previous.kind === "factor-needed") && hasSession(current);
}

function isSameUser(previous: SessionState, current: SessionState): boolean {
  return (
    (previous.kind === "signed-in" || previous.kind === "factor-needed") &&
    previous.kind === current.kind &&
    previous.user.userId === current.user.userId &&
    previous.user.email === current.user.email
  );
}
