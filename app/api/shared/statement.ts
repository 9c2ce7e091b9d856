import { queryOptions } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { readFile, readJson } from "#app/api/client/read-response.ts";
import { userApi } from "#app/api/client/user-api.ts";
import type { StatementPeriod } from "#domain/statements/build-statement.ts";

/** A client's statement of account for a period. */
export function statementQuery(area: Area, clientId: string, period: StatementPeriod) {
  return queryOptions({
    queryKey: ["statement", area, clientId, period],
    queryFn: () => readJson(userApi[area].client.statement.$get({ query: toQuery(clientId, period) })),
  });
}

/** Downloads the statement as a PDF. @throws {ApiError} */
export function fetchStatementPdf(area: Area, clientId: string, period: StatementPeriod): Promise<Blob> {
  return readFile(userApi[area].client["statement.pdf"].$get({ query: toQuery(clientId, period) }));
}

function toQuery(client: string, { from, to }: StatementPeriod) {
  return { client, ...(from && { from }), ...(to && { to }) };
}
