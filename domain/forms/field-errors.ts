import type * as z from "zod/mini";

/** Returns the first validation message per field. Empty if the form is valid or not an object. */
export function fieldErrors<Form extends object>(
  schema: z.ZodMiniType<Form>,
  candidate: unknown,
): Partial<Record<keyof Form, string>>;
export function fieldErrors(schema: z.ZodMiniType, candidate: unknown): Record<string, string> {
  const parsed = schema.safeParse(candidate);
  // Object.fromEntries keeps the last entry of a key, so reverse the issues to keep the first message.
  const messages = (parsed.error?.issues ?? [])
    .filter(({ path }) => path.length > 0)
    .toReversed()
    .map(({ path, message }) => [String(path[0]), message]);
  return Object.fromEntries(messages);
}
