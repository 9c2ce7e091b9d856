import { type Caller, SERVICE, toCaller, VISITOR } from "../database/run-as.ts";
import { createAdministrator } from "../records/administrator.ts";
import type { DatabaseFixture } from "../records/insert-row.ts";
import { createTestClient, type TestClient } from "../records/test-client.ts";

/** A column of the matrix. `clientId` is the client that the caller belongs to. */
export type MatrixCaller = { name: string; identity: Caller; clientId: string | null };

/** The clients of the matrix. The suspended one signed in before it was suspended. */
export type MatrixClients = { a: TestClient; b: TestClient; suspended: TestClient };

/** Creates the eight callers, in the order of the columns. */
export async function createMatrixCallers(
  database: DatabaseFixture,
): Promise<{ callers: MatrixCaller[]; clients: MatrixClients }> {
  const clients = {
    a: await createTestClient(database),
    b: await createTestClient(database),
    suspended: await createTestClient(database, { status: "suspended" }),
  };
  const withoutFactor = await createAdministrator(database);
  const withFactor = await createAdministrator(database, { secondFactor: true });
  const asClient = (name: string, client: TestClient): MatrixCaller => ({
    name,
    identity: toCaller(client),
    clientId: client.id,
  });
  const withoutClient = (name: string, identity: Caller): MatrixCaller => ({
    name,
    identity,
    clientId: null,
  });
  const callers = [
    withoutClient("visitor", VISITOR),
    asClient("client A", clients.a),
    asClient("client B", clients.b),
    asClient("suspended client", clients.suspended),
    withoutClient("administrator", toCaller(withoutFactor)),
    withoutClient("administrator, factor not verified", toCaller(withFactor, "aal1")),
    withoutClient("administrator, factor verified", toCaller(withFactor, "aal2")),
    withoutClient("service", SERVICE),
  ];
  return { callers, clients };
}
