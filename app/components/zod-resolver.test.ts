import type { FieldName, ResolverOptions } from "react-hook-form";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { zodResolver } from "#app/components/zod-resolver.ts";

const RatesForm = z.object({
  client: z.string().check(z.trim(), z.minLength(2, "Too short"), z.regex(/^A/, "Must start with A")),
  rates: z
    .array(z.object({ amount: z.string().check(z.minLength(1, "Enter an amount")) }))
    .check(z.maxLength(1, "Too many")),
});
type RatesForm = z.infer<typeof RatesForm>;

async function resolve(values: RatesForm, names: FieldName<RatesForm>[] = []) {
  const options: ResolverOptions<RatesForm> = { fields: {}, names, shouldUseNativeValidation: undefined };
  return zodResolver(RatesForm)(values, undefined, options);
}

test("returns the parsed values of a valid form", async () => {
  expect(await resolve({ client: " Acme ", rates: [] })).toEqual({
    values: { client: "Acme", rates: [] },
    errors: {},
  });
});

test("reports only the first error for each field", async () => {
  expect(await resolve({ client: "x", rates: [] })).toMatchObject({
    errors: { client: { message: "Too short" } },
  });
});

test("reports errors of array items at their index", async () => {
  const { errors } = await resolve({ client: "Acme", rates: [{ amount: "" }] }, ["rates.0.amount"]);
  expect(errors.rates).toEqual([{ amount: { type: "too_small", message: "Enter an amount" } }]);
});

test("reports a field array's own error at its root", async () => {
  const values = { client: "Acme", rates: [{ amount: "1" }, { amount: "2" }] };
  const { errors } = await resolve(values, ["rates.0.amount", "rates.1.amount"]);
  expect(errors.rates?.root).toMatchObject({ message: "Too many" });
});
