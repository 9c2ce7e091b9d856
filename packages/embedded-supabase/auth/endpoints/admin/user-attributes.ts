import { z } from "zod";
import { EmailSchema, MetadataSchema } from "../../http/request-body.ts";

/** What an administrator can set when creating or updating a user. */
export const UserAttributesSchema = z.object({
  email: EmailSchema.nullish(),
  password: z.string().nullish(),
  password_hash: z.string().max(255).nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: MetadataSchema.nullish(),
  app_metadata: MetadataSchema.nullish(),
  ban_duration: z.string().nullish(),
});
