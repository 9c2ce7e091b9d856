import type { SupabaseClient } from "@supabase/supabase-js";
import type { AccountEmail, EmbeddedSupabase, SignInAttempt } from "../index.ts";
import type { TestDatabase } from "./test-database.ts";

/** A backend that the tests run against: the package itself, or a hosted Supabase project. */
export type TestBackend = {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** The suffix of the local part of every test user's email address. */
  emailSuffix: string;
  supabase: EmbeddedSupabase;
  database: TestDatabase;
  /** All reported sign-in attempts. */
  signInAttempts: SignInAttempt[];
  /** All queued emails, oldest first. */
  emails: AccountEmail[];
  /** Advances the backend's clock. */
  advanceClock(milliseconds: number): void;
  now(): Date;
  /** Creates a client with the publishable key and its own session. */
  client(): SupabaseClient;
  /** Creates a client with the secret key. */
  serviceClient(): SupabaseClient;
  close(): Promise<void>;
};
