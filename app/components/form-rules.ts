import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

/**
 * A schema of `domain/` as the rules of a form whose fields have no fields of their own: the first complaint about
 * each is shown. The general adapter weighs 4 KB, which every client's browser would fetch.
 */
export function formRules<Input extends FieldValues, Output extends FieldValues>(
  schema: ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    // The last entry of a key wins, and the first complaint is the one to show.
    const complaints = parsed.error.issues
      .toReversed()
      .map(({ path, message, code }) => [String(path[0]), { type: code, message }]);
    return { values: {}, errors: ofFields<Input>(Object.fromEntries(complaints)) };
  };
}

/** The keys are those of the schema, which are the form's: the signature above ties the two. */
function ofFields<Input extends FieldValues>(complaints: object): FieldErrors<Input> {
  return complaints as FieldErrors<Input>;
}
