import type { IconComponent } from "#app/ui/icon-svg.tsx";
import {
  CalendarCheck,
  FileText,
  FolderKanban,
  Handshake,
  Inbox,
  LayoutDashboard,
  MessagesSquare,
  Plug,
  ReceiptText,
  Repeat,
  Settings,
  ShieldAlert,
  Users,
} from "#app/ui/icons.tsx";
import type { FindingState } from "#domain/findings/finding-state.ts";

export const INBOX_PATH = "/admin/inbox";
export const MESSAGES_PATH = "/admin/messages";
export const BOOKINGS_PATH = "/admin/bookings";
export const FINDINGS_PATH = "/admin/findings";
export const RETESTS_PATH = "/admin/retests";
export const PROPOSALS_PATH = "/admin/proposals";
export const INVOICE_DRAFTS_PATH = "/admin/invoices/drafts";
export const NEW_INVOICE_DRAFT_PATH = `${INVOICE_DRAFTS_PATH}/new`;
export const PIPELINE_PATH = "/admin/pipeline";
/** The switch that turns on creating invoices in Square. */
export const SQUARE_WRITING_PATH = "/admin/square#create-invoices";
export const SUBSCRIPTIONS_PATH = "/admin/subscriptions";
export const PROJECTS_PATH = "/admin/projects";
export const projectPath = (projectId: string) => `${PROJECTS_PATH}/${projectId}`;
/** The page about what was tested in a project, with its report and letters. */
export const assessmentPath = (projectId: string) => `${projectPath(projectId)}/assessment`;

/** The form for a draft invoice of a project. */
export const newInvoicePath = (project: { id: string; client_id: string }) =>
  `${NEW_INVOICE_DRAFT_PATH}?client=${project.client_id}&project=${project.id}`;
/** The form for a proposal that answers a request. */
export const newProposalPath = (booking: { id: string }) => `${PROPOSALS_PATH}/new?bookingId=${booking.id}`;
/** The findings of a project, by default drafts and open ones. */
export const projectFindingsPath = (projectId: string, state?: FindingState) =>
  `${FINDINGS_PATH}?${new URLSearchParams({ project: projectId, ...(state && { status: state }) })}`;
/** The form for a finding, in a project if one is given. */
export const newFindingPath = (projectId?: string) =>
  `${FINDINGS_PATH}/new${projectId ? `?project=${projectId}` : ""}`;

type AdminPage = { path: string; label: string; icon: IconComponent };

/** Pages of the admin area, in the order of the sidebar and the phone menu. Lines in the sidebar separate the groups. */
export const ADMIN_PAGE_GROUPS: ReadonlyArray<readonly AdminPage[]> = [
  [
    { path: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard },
    { path: INBOX_PATH, label: "Inbox", icon: Inbox },
    { path: MESSAGES_PATH, label: "Messages", icon: MessagesSquare },
    { path: BOOKINGS_PATH, label: "Bookings", icon: CalendarCheck },
  ],
  [
    { path: "/admin/clients", label: "Clients", icon: Users },
    { path: PROPOSALS_PATH, label: "Proposals", icon: Handshake },
    { path: PROJECTS_PATH, label: "Projects", icon: FolderKanban },
    { path: FINDINGS_PATH, label: "Findings", icon: ShieldAlert },
  ],
  [
    { path: "/admin/invoices", label: "Invoices", icon: ReceiptText },
    { path: SUBSCRIPTIONS_PATH, label: "Subscriptions", icon: Repeat },
  ],
  [
    { path: "/admin/documents", label: "Documents", icon: FileText },
    { path: "/admin/square", label: "Square", icon: Plug },
    { path: "/admin/settings", label: "Settings", icon: Settings },
  ],
];
export const ADMIN_PAGES = ADMIN_PAGE_GROUPS.flat();

/**
 * Whether a sidebar entry is highlighted for a path. Client Rates highlights Clients, Accounting highlights
 * Invoices, a retest or assessment highlights Findings, and the pipeline highlights Proposals.
 */
export function isCurrentPage(entry: string, path: string): boolean {
  if (path === "/admin/client-rates") {
    return entry === "/admin/clients";
  }
  if (path.startsWith(`${RETESTS_PATH}/`) || path.endsWith("/assessment")) {
    return entry === FINDINGS_PATH;
  }
  if (path === PIPELINE_PATH) {
    return entry === PROPOSALS_PATH;
  }
  if (path === "/admin/accounting") {
    return entry === "/admin/invoices";
  }
  return path === entry || path.startsWith(`${entry}/`);
}
