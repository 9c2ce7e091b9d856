import * as z from "zod/mini";
import { listKeys } from "#domain/status.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

/** What a member of a client can access. The rules are in the tables for roles, which row policies read. */
export type ClientRole = ClosedSets["client_members.role"];
export type ClientPermission = ClosedSets["client_role_permissions.permission"];

/** All roles, from the most to the least access. `access` follows "access to" in sentences. */
export const CLIENT_ROLES = {
  owner: {
    label: "Owner",
    access: "the whole portal, including people and company settings",
  },
  billing: {
    label: "Billing",
    access: "projects, meetings, invoices, plans, rates, contracts and messages",
  },
  technical: {
    label: "Technical",
    access: "projects, findings, meetings, reports, deliverables and messages",
  },
  auditor: {
    label: "Auditor",
    access: "projects, findings, meeting dates and reports (read-only)",
  },
} satisfies Record<ClientRole, { label: string; access: string }>;

/** Validates a role from a source without its type, such as a form or a database function. */
export const ClientRoleName = z.enum(listKeys(CLIENT_ROLES), "Choose a role");

const ROLES_BY_PERMISSION = {
  proposals: ["owner", "billing"],
  remediation: ["owner", "technical"],
} as const satisfies Partial<Record<ClientPermission, readonly ClientRole[]>>;

/**
 * Whether people with a role can read proposals, or change findings. Same rules as
 * `public.client_role_permissions`, which row policies read.
 */
export function hasPermission(role: ClientRole, permission: keyof typeof ROLES_BY_PERMISSION): boolean {
  return ROLES_BY_PERMISSION[permission].some((allowed) => allowed === role);
}
