import { aClient, type TestClient } from "../a-client.ts";
import { type Caller, callerOf, SERVICE, VISITOR } from "../acting-as.ts";
import { anAdministrator } from "../an-administrator.ts";
import type { World } from "../rows.ts";

/** A column of the matrix: who acts, and which client's rows are the person's own. */
export type Person = { name: string; caller: Caller; clientId: string | null };

/** The clients whose rows the matrix tells apart. The suspended one signed in before it was suspended. */
export type Clients = { a: TestClient; b: TestClient; suspended: TestClient };

/** The eight persons, in the order of the matrix's columns. */
export async function thePeople(world: World): Promise<{ people: Person[]; clients: Clients }> {
  const clients = {
    a: await aClient(world),
    b: await aClient(world),
    suspended: await aClient(world, { status: "suspended" }),
  };
  const plain = await anAdministrator(world);
  const guarded = await anAdministrator(world, { secondFactor: true });
  const asClient = (name: string, client: TestClient): Person => ({
    name,
    caller: callerOf(client),
    clientId: client.id,
  });
  const unowned = (name: string, caller: Caller): Person => ({ name, caller, clientId: null });
  const people = [
    unowned("visitor", VISITOR),
    asClient("client A", clients.a),
    asClient("client B", clients.b),
    asClient("suspended client", clients.suspended),
    unowned("administrator", callerOf(plain)),
    unowned("administrator, factor not given", callerOf(guarded, "aal1")),
    unowned("administrator, factor given", callerOf(guarded, "aal2")),
    unowned("service", SERVICE),
  ];
  return { people, clients };
}
