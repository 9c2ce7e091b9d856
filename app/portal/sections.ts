import type { ComponentType } from "react";
import { createLazyComponent, type LazyComponent } from "#app/components/lazy-component.ts";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import {
  CalendarClock,
  CalendarPlus,
  CreditCard,
  FileText,
  FolderKanban,
  Handshake,
  LayoutDashboard,
  MessagesSquare,
  Settings,
  ShieldAlert,
  Tags,
} from "#app/ui/icons.tsx";
import type { ClientPermission } from "#domain/clients/members/role.ts";
import type { SectionId } from "./section-url.ts";

export type Section = {
  id: SectionId;
  /** Label in the sidebar and the account menu. */
  label: string;
  /** Label in the bottom bar, shorter than `label`. */
  tab: string;
  /** Whether the sidebar shows the section below the others. */
  isSecondary: boolean;
  /** Whether the section is also in the account menu on phones. */
  isInMenu: boolean;
  title: string;
  /** The permission that the section requires. Null if every role can use it. */
  permission: ClientPermission | null;
  icon: IconComponent;
  screen: LazyComponent<object>;
};

/** Portal sections, in the order shown in the sidebar and the account menu. */
export const PORTAL_SECTIONS: readonly Section[] = [
  defineSection("overview", "Overview", "Dashboard Overview", LayoutDashboard, { tab: "Home" }, async () => {
    const { Overview } = await import("./overview/overview.tsx");
    return Overview;
  }),
  defineSection("projects", "Projects", "My Projects", FolderKanban, { permission: "projects" }, async () => {
    const { Projects } = await import("./projects/projects.tsx");
    return Projects;
  }),
  defineSection("findings", "Findings", "Findings", ShieldAlert, { permission: "findings" }, async () => {
    const { Findings } = await import("./findings/findings.tsx");
    return Findings;
  }),
  defineSection("proposals", "Proposals", "Proposals", Handshake, { permission: "proposals" }, async () => {
    const { ProposalSection } = await import("./proposals/proposal-section.tsx");
    return ProposalSection;
  }),
  defineSection(
    "billing",
    "Billing",
    "Billing & Invoices",
    CreditCard,
    { permission: "billing" },
    async () => {
      const { Billing } = await import("./billing/billing.tsx");
      return Billing;
    },
  ),
  defineSection(
    "rates",
    "Rates",
    "Contracting Rates",
    Tags,
    { isInMenu: true, permission: "rates" },
    async () => {
      const { Rates } = await import("./rates/rates.tsx");
      return Rates;
    },
  ),
  defineSection("settings", "Settings", "Account Settings", Settings, { isInMenu: true }, async () => {
    const { AccountSettingsScreen } = await import("./settings/settings.tsx");
    return AccountSettingsScreen;
  }),
  defineSection(
    "book-service",
    "Book Service",
    "Book New Service",
    CalendarPlus,
    { tab: "Services", permission: "requests" },
    async () => {
      const { BookService } = await import("./book-service/book-service.tsx");
      return BookService;
    },
  ),
  defineSection("documents", "Documents", "Document Library", FileText, { tab: "Docs" }, async () => {
    const { Documents } = await import("./documents/documents.tsx");
    return Documents;
  }),
  defineSection(
    "messages",
    "Messages",
    "Messages",
    MessagesSquare,
    { isSecondary: true, isInMenu: true, permission: "messages" },
    async () => {
      const { Messages } = await import("./messages/messages.tsx");
      return Messages;
    },
  ),
  defineSection(
    "meetings",
    "Meetings",
    "Upcoming Meetings",
    CalendarClock,
    { isSecondary: true, permission: "meetings" },
    async () => {
      const { Meetings } = await import("./meetings/meetings.tsx");
      return Meetings;
    },
  ),
];

type SectionOptions = Partial<Pick<Section, "tab" | "isSecondary" | "isInMenu" | "permission">>;

function defineSection(
  id: SectionId,
  label: string,
  title: string,
  icon: IconComponent,
  { tab = label, isSecondary = false, isInMenu = false, permission = null }: SectionOptions,
  load: () => Promise<ComponentType>,
): Section {
  return {
    id,
    label,
    title,
    icon,
    tab,
    isSecondary,
    isInMenu,
    permission,
    screen: createLazyComponent(load),
  };
}
