import { z } from "zod";
import { AuthError } from "../../http/errors.ts";
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
  role: z.string().nullish(),
  phone: z.string().nullish(),
});

/**
 * Rejects attributes that would otherwise have no effect.
 * @throws {AuthError} 400 `validation_failed` or `phone_provider_disabled`
 */
export function rejectUnsupportedAttributes(attributes: z.infer<typeof UserAttributesSchema>): void {
  if (attributes.password && attributes.password_hash) {
    throw new AuthError(400, "validation_failed", "Only a password or a password hash should be provided");
  }
  if (attributes.role && attributes.role !== "authenticated") {
    throw new AuthError(400, "validation_failed", 'role: only "authenticated" is supported');
  }
  if (attributes.phone) {
    throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  }
}
