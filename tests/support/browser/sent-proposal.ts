import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import type { PortalEnvironment } from "./portal.ts";

/** Creates a proposal for the first client and sends it. Returns its id. */
export async function createSentProposal(
  portal: PortalEnvironment,
  content: Partial<ProposalContent>,
): Promise<string> {
  const { data } = await (await portal.signInByApi(portal.firm.administrator)).auth.getSession();
  const call = async (method: string, path: string, body: object) => {
    const response = await fetch(`${portal.firm.product.url}/api/admin/proposals${path}`, {
      method,
      headers: {
        authorization: `Bearer ${data.session?.access_token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    }
    return response.json();
  };
  const { id } = await call("POST", "", { clientId: portal.firm.clients[0].id });
  const draft = await portal
    .serviceClient()
    .from("proposal_versions")
    .select("revision")
    .eq("proposal_id", id)
    .single()
    .throwOnError();
  const { revision } = await call("PUT", `/${id}/draft`, {
    ...{ revision: draft.data.revision, baseVersion: 0, content: buildContent(content) },
  });
  await call("POST", `/${id}/send`, { revision });
  return id;
}
