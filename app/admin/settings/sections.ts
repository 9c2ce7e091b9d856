import {
  Building2,
  Cog,
  Hourglass,
  KeyRound,
  Layers,
  LogIn,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  Users,
} from "lucide-react";

/** The sections of the settings, in the order of their list. The value stands in the address: `?section=`. */
export const SETTINGS_SECTIONS = [
  { value: "tiers", label: "Support plans", icon: Layers },
  { value: "firm", label: "Firm", icon: Building2 },
  { value: "retention", label: "Retention", icon: Hourglass },
  { value: "administrators", label: "Administrators", icon: Users },
  { value: "account", label: "Your sign-in", icon: KeyRound },
  { value: "audit", label: "Audit log", icon: ScrollText },
  { value: "sign-ins", label: "Sign-in attempts", icon: LogIn },
  { value: "jobs", label: "Jobs and mail", icon: Cog },
  { value: "privacy", label: "Privacy requests", icon: ShieldCheck },
] as const satisfies ReadonlyArray<{ value: string; label: string; icon: LucideIcon }>;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]["value"];

/** The section an address names; the first one where it names none of them. */
export function sectionOf(value: string | null): SettingsSection {
  return SETTINGS_SECTIONS.find((section) => section.value === value)?.value ?? "tiers";
}
