import {
  CalendarCheck,
  FileText,
  FolderKanban,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  Repeat,
  Settings,
  Users,
} from "lucide-react";

export const MESSAGES_PATH = "/admin/messages";

/** The screens of the admin area, in the order of the sidebar and of the menu on phones. */
export const adminPages: ReadonlyArray<{ path: string; label: string; icon: LucideIcon }> = [
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

/** The sidebar's entry a page belongs to; a page of a client belongs to Clients, Square's to the dashboard. */
export function isCurrentPage(entry: string, path: string): boolean {
  if (path === "/admin/client-rates") return entry === "/admin/clients";
  if (path === "/admin/square") return entry === "/admin/dashboard";
  return path === entry || path.startsWith(`${entry}/`);
}
