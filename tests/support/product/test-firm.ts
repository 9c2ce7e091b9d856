import { createClient } from "@supabase/supabase-js";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

/** Credentials for signing in. */
export type Credentials = { email: string; password: string };

/** A product without demo data: an administrator, and two clients who are customers of the simulated Square seller. */
export type TestFirm = {
  product: TestProduct;
  administrator: Credentials;
  clients: readonly [FirmClient, FirmClient];
};
export type FirmClient = Credentials & { id: string; company: string; contactPerson: string };

const PASSWORD = "correct horse battery";

/** Starts the product without demo data and with the Square simulator. */
export async function startTestFirm(
  env: Record<string, string> = {},
  options: { hosted?: boolean } = {},
): Promise<TestFirm> {
  const administrator = { email: "owner@firm.example", password: PASSWORD };
  const product = await startTestProduct(
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
  const createFirmClient = async (index: number): Promise<FirmClient> => {
    const customer = DEMO_CLIENTS[index];
    if (!customer) {
      throw new Error(`the seller has no customer at index ${index}`);
    }
    const created = await supabase.auth.admin.createUser({
      email: customer.email,
      password: PASSWORD,
      email_confirm: true,
      app_metadata: { role: "client" },
    });
    if (created.error) {
      throw created.error;
    }
    const inserted = await supabase
      .from("clients")
      .insert({
        user_id: created.data.user.id,
        company: customer.company,
        contact_person: customer.contactPerson,
      })
      .select("id")
      .single();
    if (inserted.error) {
      throw new Error(inserted.error.message);
    }
    const { company, contactPerson, email } = customer;
    return { id: inserted.data.id, company, contactPerson, email, password: PASSWORD };
  };
  return { product, administrator, clients: [await createFirmClient(0), await createFirmClient(1)] };
}
