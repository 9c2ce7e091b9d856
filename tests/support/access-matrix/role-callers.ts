import { randomUUID } from "node:crypto";
import { toCaller } from "../database/run-as.ts";
import { createAccount } from "../records/account.ts";
import { insertMember, type MemberRole } from "../records/client-member.ts";
import type { DatabaseFixture } from "../records/insert-row.ts";
import { createTestClient } from "../records/test-client.ts";
import type { MatrixCaller, MatrixClients } from "./callers.ts";

const PAST = "2025-01-01T00:00:00Z";

/** Adds people with every role to the clients of the matrix, and returns them in the order of the columns. */
export async function createRoleCallers(
  database: DatabaseFixture,
  clients: MatrixClients,
): Promise<MatrixCaller[]> {
  const addMember = async (
    name: string,
    role: MemberRole,
    columns: { suspended_at?: string; expires_at?: string } = {},
  ): Promise<MatrixCaller> => {
    const account = await createAccount(database, { role: "client" });
    await insertMember(database, { client_id: clients.a.id, user_id: account.userId, role, ...columns });
    return { name, identity: toCaller(account), clientId: clients.a.id, userId: account.userId };
  };
  const callers = [
    await addMember("Owner", "owner"),
    await addMember("Billing", "billing"),
    await addMember("Technical", "technical"),
    await addMember("Auditor", "auditor"),
  ];
  const both = await createAccount(database, { role: "client" });
  await insertMember(database, { client_id: clients.a.id, user_id: both.userId, role: "owner" });
  await insertMember(database, { client_id: clients.b.id, user_id: both.userId, role: "technical" });
  const strict = await createTestClient(database, { requires_second_factor: true });
  return [
    ...callers,
    {
      name: "Owner of A and technical at B, B selected",
      identity: { ...toCaller(both), selectedClientId: clients.b.id },
      clientId: clients.b.id,
      userId: both.userId,
    },
    {
      name: "Owner of A, another client selected",
      identity: { ...toCaller(both), selectedClientId: clients.suspended.id },
      clientId: clients.suspended.id,
      userId: both.userId,
    },
    {
      name: "Owner of A, invalid selection",
      identity: { ...toCaller(both), selectedClientId: randomUUID().slice(1) },
      clientId: clients.a.id,
      userId: both.userId,
    },
    await addMember("Suspended owner", "owner", { suspended_at: PAST }),
    await addMember("Expired billing", "billing", { expires_at: PAST }),
    {
      name: "Owner without the required second factor",
      identity: toCaller(strict),
      clientId: strict.id,
      userId: strict.userId,
    },
  ];
}
