import type { Tables, TablesInsert } from "#supabase/database.types.ts";
import { type Account, createAccount } from "./account.ts";
import { type DatabaseFixture, insertRow } from "./insert-row.ts";

export type MemberRole = Tables<"client_members">["role"];
type Member = Tables<"client_members">;

/** Makes an account a member of a client. */
export function insertMember(
  database: DatabaseFixture,
  member: TablesInsert<"client_members">,
): Promise<Member> {
  return insertRow(database, "client_members", member);
}

/** Creates an account that is a member of the client. `id` is the member's id. */
export async function createMember(
  database: DatabaseFixture,
  clientId: string,
  role: MemberRole,
  columns: Partial<TablesInsert<"client_members">> = {},
): Promise<Account & Pick<Member, "id">> {
  const account = await createAccount(database, { role: "client" });
  const { id } = await insertMember(database, {
    client_id: clientId,
    user_id: account.userId,
    role,
    ...columns,
  });
  return { ...account, id };
}
