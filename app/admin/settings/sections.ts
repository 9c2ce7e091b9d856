import type { IconComponent } from "#app/ui/icon-svg.tsx";
import {
  Building2,
  CalendarClock,
  Cog,
  Hourglass,
  KeyRound,
  Layers,
  LogIn,
  ScrollText,
  ShieldCheck,
  Users,
} from "#app/ui/icons.tsx";

/** Sections of the settings page. `value` is the `section` URL parameter. */
export const SETTINGS_SECTIONS = [
  { value: "tiers", label: "Support plans", icon: Layers },
  { value: "availability", label: "Availability", icon: CalendarClock },
  { value: "firm", label: "Email and links", icon: Building2 },
  { value: "retention", label: "Retention", icon: Hourglass },
  { value: "administrators", label: "Administrators", icon: Users },
  { value: "account", label: "Your account", icon: KeyRound },
  { value: "audit", label: "Audit log", icon: ScrollText },
  { value: "sign-ins", label: "Sign-in attempts", icon: LogIn },
  { value: "jobs", label: "Jobs and email", icon: Cog },
  { value: "privacy", label: "Privacy requests", icon: ShieldCheck },
] as const satisfies ReadonlyArray<{ value: string; label: string; icon: IconComponent }>;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]["value"];

/** Parses the `section` URL parameter. Defaults to the first section. */
export function parseSection(value: string | null): SettingsSection {
  return SETTINGS_SECTIONS.find((section) => section.value === value)?.value ?? "tiers";
}
