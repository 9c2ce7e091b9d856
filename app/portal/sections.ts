import {
  CalendarPlus,
  CreditCard,
  FileText,
  FolderKanban,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Tags,
} from "lucide-react";
import type { ComponentType } from "react";
import { type LatePart, latePart } from "#app/components/late-part.ts";
import type { SectionId } from "./section-address.ts";

export type Section = {
  id: SectionId;
  /** In the sidebar. */
  label: string;
  /** In the bottom bar of phones, which has five places; the others are in the account menu there. */
  tab: string | null;
  title: string;
  icon: LucideIcon;
  screen: LatePart<object>;
};

/** The portal's sections, in the order of the sidebar. Titles, bottom bar and account menu follow this list. */
export const sections: readonly Section[] = [
  section("overview", "Overview", "Home", "Dashboard Overview", LayoutDashboard, async () => {
    const { Overview } = await import("./overview/overview.tsx");
    return Overview;
  }),
  section("projects", "Projects", "Projects", "My Projects", FolderKanban, async () => {
    const { Projects } = await import("./projects/projects.tsx");
    return Projects;
  }),
  section("billing", "Billing", "Billing", "Billing & Invoices", CreditCard, async () => {
    const { Billing } = await import("./billing/billing.tsx");
    return Billing;
  }),
  section("rates", "Rates", null, "Contracting Rates", Tags, async () => {
    const { Rates } = await import("./rates/rates.tsx");
    return Rates;
  }),
  section("settings", "Settings", null, "Account Settings", Settings, async () => {
    const { AccountSettingsScreen } = await import("./settings/settings.tsx");
    return AccountSettingsScreen;
  }),
  section("book-service", "Book Service", "Services", "Book New Service", CalendarPlus, async () => {
    const { BookService } = await import("./book-service/book-service.tsx");
    return BookService;
  }),
  section("documents", "Documents", "Docs", "Document Library", FileText, async () => {
    const { Documents } = await import("./documents/documents.tsx");
    return Documents;
  }),
];

function section(
  id: SectionId,
  label: string,
  tab: string | null,
  title: string,
  icon: LucideIcon,
  load: () => Promise<ComponentType>,
): Section {
  return {
    id,
    label,
    tab,
    title,
    icon,
    screen: latePart(load),
  };
}
