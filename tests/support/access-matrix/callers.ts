import { type Caller, SERVICE, toCaller, VISITOR } from "../database/run-as.ts";
import { createAdministrator } from "../records/administrator.ts";
import type { DatabaseFixture } from "../records/insert-row.ts";
import { createTestClient, type TestClient } from "../records/test-client.ts";

/** A column of the matrix. `clientId` is the client that the caller has selected, and `userId` the caller's account. */
export type MatrixCaller = {
  name: string;
  identity: Caller;
  clientId: string | null;
  userId: string | null;
};

/** The clients in the matrix. The suspended one signed in before it was suspended. */
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
    userId: client.userId,
  });
  const withoutClient = (name: string, identity: Caller): MatrixCaller => ({
    name,
    identity,
    clientId: null,
    userId: null,
  });
  const callers = [
    withoutClient("Visitor", VISITOR),
    asClient("Client A", clients.a),
    asClient("Client B", clients.b),
    asClient("Client (suspended)", clients.suspended),
    withoutClient("Admin (no factor)", toCaller(withoutFactor)),
    withoutClient("Admin (factor unverified)", toCaller(withFactor, "aal1")),
    withoutClient("Admin (factor verified)", toCaller(withFactor, "aal2")),
    withoutClient("Service role", SERVICE),
  ];
  return { callers, clients };
}
