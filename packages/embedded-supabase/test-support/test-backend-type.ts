import type { SupabaseClient } from "@supabase/supabase-js";
import type { AccountEmail, EmbeddedSupabase, SignInAttempt } from "../index.ts";
import type { TestDatabase } from "./test-database.ts";

/** A backend that the tests run against: the package itself, or a hosted Supabase project. */
export type TestBackend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Part of the email address of every test user. */
  emailSuffix: string;
  supabase: EmbeddedSupabase;
  database: TestDatabase;
  /** All reported sign-in attempts. */
  signInAttempts: SignInAttempt[];
  /** All queued email, oldest first. */
  emails: AccountEmail[];
  /** Advances the backend's clock. */
  advanceClock(milliseconds: number): void;
  now(): Date;
  /** A client with the publishable key and its own session. */
  client(): SupabaseClient;
  /** A client with the secret key. */
  serviceClient(): SupabaseClient;
  close(): Promise<void>;
};
