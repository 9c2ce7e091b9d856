import type { FoundEverywhere } from "#app/api/admin-search.ts";
import { SETTINGS_SECTIONS } from "../settings/sections.ts";
import { adminPages } from "../shell/admin-pages.ts";

/** Where the palette leads. */
export type Place = { key: string; label: string; hint: string; to: string };
export type PlaceGroup = { name: string; places: Place[] };

const addressOf = (path: string, search: string) => `${path}?${new URLSearchParams({ search })}`;

/** The pages whose name holds the text, then what was found of the firm's own; empty groups are left out. */
export function placesFor(text: string, found: FoundEverywhere | undefined): PlaceGroup[] {
  const wanted = text.trim().toLowerCase();
  const groups: PlaceGroup[] = [
    {
      name: "Pages",
      places: adminPages
        .filter(({ label }) => label.toLowerCase().includes(wanted))
        .map(({ path, label }) => ({ key: path, label, hint: "", to: path })),
    },
    {
      name: "Settings",
      // All of them belong to one page: they are listed once somebody looks for one.
      places: SETTINGS_SECTIONS.filter(
        ({ label }) => wanted !== "" && label.toLowerCase().includes(wanted),
      ).map(({ value, label }) => ({
        key: `settings-${value}`,
        label,
        hint: "Settings",
        to: `/admin/settings?section=${value}`,
      })),
    },
    {
      name: "Clients",
      places: (found?.clients ?? []).map(({ id, company, contact_person }) => ({
        key: `client-${id}`,
        label: company ?? "",
        hint: contact_person ?? "",
        to: `/admin/clients/${id}`,
      })),
    },
    {
      name: "Projects",
      places: (found?.projects ?? []).map(({ id, project_name, company }) => ({
        key: `project-${id}`,
        label: project_name ?? "",
        hint: company ?? "",
        to: addressOf("/admin/projects", project_name ?? ""),
      })),
    },
    {
      name: "Invoices",
      places: (found?.invoices ?? []).map(({ id, invoice_number, company, description }) => ({
        key: `invoice-${id}`,
        label: `#${invoice_number || "—"}`,
        hint: [company ?? "No client", description].filter(Boolean).join(", "),
        to: addressOf("/admin/invoices", invoice_number || description || ""),
      })),
    },
  ];
  return groups.filter(({ places }) => places.length > 0);
}
