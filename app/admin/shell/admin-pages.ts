import {
  CalendarCheck,
  FileText,
  FolderKanban,
  type IconComponent,
  Inbox,
  LayoutDashboard,
  MessagesSquare,
  ReceiptText,
  Repeat,
  Settings,
  Users,
} from "#app/ui/icons.tsx";

export const MESSAGES_PATH = "/admin/messages";

/** Pages of the admin area, in the order of the sidebar and the phone menu. */
export const ADMIN_PAGES: ReadonlyArray<{ path: string; label: string; icon: IconComponent }> = [
  { path: "/admin/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { path: "/admin/inbox", label: "Inbox", icon: Inbox },
  { path: MESSAGES_PATH, label: "Messages", icon: MessagesSquare },
  { path: "/admin/clients", label: "Clients", icon: Users },
  { path: "/admin/projects", label: "Projects", icon: FolderKanban },
  { path: "/admin/invoices", label: "Invoices", icon: ReceiptText },
  { path: "/admin/bookings", label: "Bookings", icon: CalendarCheck },
  { path: "/admin/subscriptions", label: "Subscriptions", icon: Repeat },
  { path: "/admin/documents", label: "Documents", icon: FileText },
  { path: "/admin/settings", label: "Settings", icon: Settings },
];

/**
 * Whether a sidebar entry is highlighted for a path. Client Rates highlights Clients, and Square highlights
 * Dashboard.
 */
export function isCurrentPage(entry: string, path: string): boolean {
  if (path === "/admin/client-rates") {
    return entry === "/admin/clients";
  }
  if (path === "/admin/square") {
    return entry === "/admin/dashboard";
  }
  return path === entry || path.startsWith(`${entry}/`);
}
