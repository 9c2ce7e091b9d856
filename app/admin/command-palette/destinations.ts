import type { SearchResults } from "#app/api/admin/search.ts";
import { activeRetestStatus, formatFindingStatus } from "#domain/findings/retest.ts";
import { invoiceBadges } from "#domain/invoices/invoice.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { SETTINGS_SECTIONS } from "../settings/sections.ts";
import { ADMIN_PAGES, FINDINGS_PATH, INBOX_PATH, PROPOSALS_PATH, projectPath } from "../shell/admin-pages.ts";
import { PALETTE_ACTIONS, type PaletteAction } from "./actions.ts";
import type { RecentPlace } from "./recent-places.ts";

/** A result of the command palette: a page to open or an action to run. */
export type Destination = {
  key: string;
  label: string;
  hint: string;
  /** Figures of an invoice. Its hint is on a second line. */
  invoice?: { amount: string; status: string };
} & ({ to: string } | { action: PaletteAction });
export type DestinationGroup = { name: string; destinations: Destination[] };

/**
 * Returns the actions and pages whose name contains the text, followed by the search results. If the text is empty,
 * recent places come first. Empty groups are omitted.
 */
export function findDestinations(
  text: string,
  results: SearchResults | undefined,
  recentPlaces: readonly RecentPlace[],
): DestinationGroup[] {
  const query = text.trim().toLowerCase();
  const groups: DestinationGroup[] = [
    {
      name: "Recent",
      destinations: recentPlaces
        .filter(() => query === "")
        .map((place) => ({ key: `recent-${place.to}`, ...place })),
    },
    {
      name: "Actions",
      destinations: PALETTE_ACTIONS.filter(({ label, keywords }) =>
        `${label} ${keywords}`.toLowerCase().includes(query),
      ).map(({ action, label }) => ({ key: `action-${action}`, label, hint: "", action })),
    },
    {
      name: "Pages",
      destinations: ADMIN_PAGES.filter(({ label }) => label.toLowerCase().includes(query)).map(
        ({ path, label }) => ({ key: path, label, hint: "", to: path }),
      ),
    },
    {
      name: "Settings",
      // List settings sections only when there is a search query.
      destinations: SETTINGS_SECTIONS.filter(
        ({ label }) => query !== "" && label.toLowerCase().includes(query),
      ).map(({ value, label }) => ({
        key: `settings-${value}`,
        label,
        hint: "Settings",
        to: `/admin/settings?section=${value}`,
      })),
    },
    {
      name: "Clients",
      destinations: (results?.clients ?? []).map(({ id, company, contact_person }) => ({
        key: `client-${id}`,
        label: company,
        hint: contact_person,
        to: `/admin/clients/${id}`,
      })),
    },
    {
      name: "Projects",
      destinations: (results?.projects ?? []).map(({ id, project_name, company }) => ({
        key: `project-${id}`,
        label: project_name,
        hint: company,
        to: projectPath(id),
      })),
    },
    {
      name: "Invoices",
      destinations: (results?.invoices ?? []).map(({ id, company, description, ...invoice }) => ({
        key: `invoice-${id}`,
        label: `#${invoice.invoice_number || "—"}`,
        hint: [company ?? "Unassigned", description].filter(Boolean).join(", "),
        invoice: {
          amount: formatDollars(toCents(invoice.amount)),
          status: invoiceBadges(invoice)[0].label,
        },
        to: `/admin/invoices/${id}`,
      })),
    },
    {
      name: "Findings",
      destinations: (results?.findings ?? []).map(({ id, key, title, state, projects, ...finding }) => ({
        key: `finding-${id}`,
        label: [key, title].filter(Boolean).join(" "),
        hint: [
          projects?.clients.company,
          state && formatFindingStatus(state, activeRetestStatus(finding.retest_findings)),
        ]
          .filter(Boolean)
          .join(", "),
        to: `${FINDINGS_PATH}/${id}`,
      })),
    },
    {
      name: "Proposals",
      destinations: (results?.proposals ?? []).map(({ id, number, title, clients, contact_inquiries }) => ({
        key: `proposal-${id}`,
        label: `${getProposalReference(number)} ${title}`,
        hint: clients?.company ?? contact_inquiries?.company ?? "",
        to: `${PROPOSALS_PATH}/${id}`,
      })),
    },
    {
      name: "Inquiries",
      destinations: (results?.inquiries ?? []).map(({ id, company, name, reference }) => ({
        key: `inquiry-${id}`,
        label: company,
        hint: `${name}, ${reference}`,
        to: `${INBOX_PATH}/${id}`,
      })),
    },
  ];
  return groups.filter(({ destinations }) => destinations.length > 0);
}
