import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

/**
 * Validates a react-hook-form form with a schema. Reports the first error for each field. Replaces
 * @hookform/resolvers, which would add 4 KB to the portal.
 */
export function zodResolver<Input extends FieldValues, Output extends FieldValues>(
  schema: ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values, _context, { names = [] }) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) {
      return { values: parsed.data, errors: {} };
    }
    const errors: FieldErrors = {};
    for (const { path, message, code } of parsed.error.issues) {
      const name = path.join(".");
      // An error in a field array itself is stored next to the errors of its items.
      const isFieldArray = names.some((field) => field.startsWith(`${name}.`));
      const key = isFieldArray ? `${name}.root` : name;
      if (get(errors, key) === undefined) {
        set(errors, key, { type: code, message });
      }
    }
    return { values: {}, errors: toFieldErrors<Input>(errors) };
  };
}

/** Safe, because the schema's input type is the form's type. */
function toFieldErrors<Input extends FieldValues>(errors: object): FieldErrors<Input> {
  return errors as FieldErrors<Input>;
}
