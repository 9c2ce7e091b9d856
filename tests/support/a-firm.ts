import { createClient } from "@supabase/supabase-js";
import { DEMONSTRATION_CLIENTS } from "#server/demo/people.ts";
import { aProduct, type TestProduct } from "./a-product.ts";

/** Somebody who can sign in. */
export type Person = { email: string; password: string };

/** A firm without a past: an administrator, and two clients who are customers of its simulated Square seller. */
export type Firm = {
  product: TestProduct;
  administrator: Person;
  clients: readonly [FirmClient, FirmClient];
};
export type FirmClient = Person & { id: string; company: string };

const PASSWORD = "correct horse battery";

/** Starts the product as a firm would after the demonstration, with the simulator in Square's place. */
export async function aFirm(
  env: Record<string, string> = {},
  options: { hosted?: boolean } = {},
): Promise<Firm> {
  const administrator = { email: "owner@firm.example", password: PASSWORD };
  const product = await aProduct(
    {
      DEMO: "false",
      SQUARE_MODE: "simulator",
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: "warn",
      ...env,
    },
    options,
  );
  const supabase = createClient(product.supabaseUrl, product.secretKey, { auth: { persistSession: false } });
  const make = async (index: number): Promise<FirmClient> => {
    const known = DEMONSTRATION_CLIENTS[index];
    if (!known) throw new Error(`the seller has no customer number ${index}`);
    const made = await supabase.auth.admin.createUser({
      email: known.email,
      password: PASSWORD,
      email_confirm: true,
      app_metadata: { role: "client" },
    });
    if (made.error) throw made.error;
    const stored = await supabase
      .from("clients")
      .insert({ user_id: made.data.user.id, company: known.company, contact_person: known.contactPerson })
      .select("id")
      .single();
    if (stored.error) throw new Error(stored.error.message);
    return { id: stored.data.id, company: known.company, email: known.email, password: PASSWORD };
  };
  return { product, administrator, clients: [await make(0), await make(1)] };
}
