import {
  CalendarClock,
  CalendarPlus,
  CreditCard,
  FileText,
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Settings,
  Tags,
} from "lucide-react";
import type { ComponentType } from "react";
import { type LatePart, latePart } from "#app/components/late-part.ts";
import type { SectionId } from "./section-address.ts";

export type Section = {
  id: SectionId;
  /** In the sidebar and the account menu. */
  label: string;
  /** In the bottom bar of phones, which has five places. */
  tab: string | null;
  /** Cards of the overview lead to the sections the sidebar does not list. */
  isInSidebar: boolean;
  /** In the account menu of phones. */
  isInMenu: boolean;
  title: string;
  icon: LucideIcon;
  screen: LatePart<object>;
};

/** The portal's sections, in the order of the sidebar. Titles, bottom bar and account menu follow this list. */
export const sections: readonly Section[] = [
  section("overview", "Overview", "Dashboard Overview", LayoutDashboard, { tab: "Home" }, async () => {
    const { Overview } = await import("./overview/overview.tsx");
    return Overview;
  }),
  section("projects", "Projects", "My Projects", FolderKanban, { tab: "Projects" }, async () => {
    const { Projects } = await import("./projects/projects.tsx");
    return Projects;
  }),
  section("billing", "Billing", "Billing & Invoices", CreditCard, { tab: "Billing" }, async () => {
    const { Billing } = await import("./billing/billing.tsx");
    return Billing;
  }),
  section("rates", "Rates", "Contracting Rates", Tags, { isInMenu: true }, async () => {
    const { Rates } = await import("./rates/rates.tsx");
    return Rates;
  }),
  section("settings", "Settings", "Account Settings", Settings, { isInMenu: true }, async () => {
    const { AccountSettingsScreen } = await import("./settings/settings.tsx");
    return AccountSettingsScreen;
  }),
  section("book-service", "Book Service", "Book New Service", CalendarPlus, { tab: "Services" }, async () => {
    const { BookService } = await import("./book-service/book-service.tsx");
    return BookService;
  }),
  section("documents", "Documents", "Document Library", FileText, { tab: "Docs" }, async () => {
    const { Documents } = await import("./documents/documents.tsx");
    return Documents;
  }),
  section(
    "messages",
    "Messages",
    "Messages",
    MessagesSquare,
    { isInSidebar: false, isInMenu: true },
    async () => {
      const { Messages } = await import("./messages/messages.tsx");
      return Messages;
    },
  ),
  section("meetings", "Meetings", "Upcoming Meetings", CalendarClock, { isInSidebar: false }, async () => {
    const { Meetings } = await import("./meetings/meetings.tsx");
    return Meetings;
  }),
];

type Places = Partial<Pick<Section, "tab" | "isInSidebar" | "isInMenu">>;

function section(
  id: SectionId,
  label: string,
  title: string,
  icon: LucideIcon,
  { tab = null, isInSidebar = true, isInMenu = false }: Places,
  load: () => Promise<ComponentType>,
): Section {
  return { id, label, title, icon, tab, isInSidebar, isInMenu, screen: latePart(load) };
}
