import * as z from "zod/mini";

/**
 * A list with at most `maxLength` elements. Checks the length first, because zod collects the errors of all elements, which
 * need many times the memory of the list.
 */
export function limitedList<Schema extends z.core.SomeType>(element: Schema, maxLength: number) {
  const list = z.array(element);
  return z.pipe(
    z.custom<z.input<typeof list>>((value) => Array.isArray(value) && value.length <= maxLength),
    list,
  );
}

/** An object with at most `maxLength` keys of any name, which are counted first. */
export function limitedRecord<Schema extends z.core.SomeType>(value: Schema, maxLength: number) {
  const record = z.record(z.string(), value);
  return z.pipe(
    z.custom<z.input<typeof record>>(
      (candidate) =>
        typeof candidate === "object" && candidate !== null && Object.keys(candidate).length <= maxLength,
    ),
    record,
  );
}
