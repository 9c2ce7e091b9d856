import { z } from "zod";

/** Reads the JSON body of a response. @throws {z.ZodError} if it does not match the schema. */
export async function readJson<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return schema.parse(await response.json());
}

const JsonObject = z.record(z.string(), z.unknown());

export function readObject(response: Response): Promise<z.infer<typeof JsonObject>> {
  return readJson(response, JsonObject);
}

export function readRows(response: Response): Promise<z.infer<typeof JsonObject>[]> {
  return readJson(response, z.array(JsonObject));
}
