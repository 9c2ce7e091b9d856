import { z } from "zod";

/** Claims of an access token, in the format of Supabase Auth. */
export type Claims = {
  iss: string;
  sub: string;
  aud: "authenticated";
  role: "authenticated";
  exp: number;
  iat: number;
  email: string;
  phone: string;
  session_id: string;
  aal: "aal1" | "aal2";
  amr: { method: string; timestamp: number }[];
  app_metadata: Record<string, unknown> & { role?: "admin" | "client" };
  user_metadata: Record<string, unknown>;
  is_anonymous: boolean;
};

/** Validates the claims of a token whose signature has been verified. */
export const ClaimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.guid(),
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  exp: z.number(),
  iat: z.number(),
  email: z.string(),
  phone: z.string(),
  session_id: z.guid(),
  aal: z.enum(["aal1", "aal2"]),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  is_anonymous: z.boolean(),
});
