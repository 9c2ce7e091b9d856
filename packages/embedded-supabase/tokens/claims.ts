import { z } from "zod";

/** What an access token says about the person and the session, as Supabase Auth writes it. */
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

/** The shape a verified token must still have before anybody relies on it. */
export const ClaimsShape = z.looseObject({
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
