import type { ComponentType } from "react";
import { Link, type MetaFunction, useNavigate, useSearchParams } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Administrators } from "./administrators/administrators.tsx";
import { AuditLog } from "./audit/audit-log.tsx";
import { Availability } from "./availability/availability.tsx";
import { FirmSettings } from "./firm-settings.tsx";
import { JobsAndEmail } from "./jobs/jobs-and-email.tsx";
import { SupportPlans } from "./plans/support-plans.tsx";
import { PrivacyRequests } from "./privacy/privacy-requests.tsx";
import { RetentionSettings } from "./retention-settings.tsx";
import { parseSection, SETTINGS_SECTIONS, type SettingsSection } from "./sections.ts";
import { SignInAttempts } from "./sign-in-attempts.tsx";
import { SignInSettings } from "./sign-in-settings.tsx";

export const meta: MetaFunction = () => pageMeta("Settings");

const SECTION_SCREENS = {
  tiers: SupportPlans,
  availability: Availability,
  firm: FirmSettings,
  retention: RetentionSettings,
  administrators: Administrators,
  account: SignInSettings,
  audit: AuditLog,
  "sign-ins": SignInAttempts,
  jobs: JobsAndEmail,
  privacy: PrivacyRequests,
} satisfies Record<SettingsSection, ComponentType>;

export default function Settings() {
  const [searchParams] = useSearchParams();
  const section = parseSection(searchParams.get("section"));
  const Screen = SECTION_SCREENS[section];
  return (
    <>
      <PageHeader title="Settings" subtitle="Settings for your whole team · Every change is logged" />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-8">
        <SectionList current={section} />
        <div className="min-w-0">
          <Screen key={section} />
        </div>
      </div>
    </>
  );
}

/**
 * Section navigation: links next to the section on wide screens, links above it on narrower screens, and a
 * select on phones.
 */
function SectionList({ current }: { current: SettingsSection }) {
  const navigate = useNavigate();
  return (
    <>
      <div className="md:hidden">
        <UnlabeledSelect
          aria-label="Settings section"
          options={SETTINGS_SECTIONS.map(({ value, label }) => ({ value, label }))}
          value={current}
          onChange={(event) => void navigate(`?section=${event.currentTarget.value}`)}
        />
      </div>
      <nav aria-label="Settings sections" className="hidden md:block">
        <ul className="flex flex-wrap gap-1 border-line border-b pb-3 xl:grid xl:border-b-0 xl:pb-0">
          {SETTINGS_SECTIONS.map(({ value, label, icon: Icon }) => (
            <li key={value}>
              <Link
                to={`?section=${value}`}
                aria-current={value === current ? "page" : undefined}
                className={classNames(
                  "flex min-h-10 items-center gap-2.5 rounded-small px-3 text-14 transition-colors pointer-coarse:min-h-11",
                  value === current
                    ? "bg-raised font-medium text-text"
                    : "text-muted hover:bg-raised hover:text-text",
                )}
              >
                <Icon
                  aria-hidden="true"
                  className={classNames("size-4 shrink-0", value === current && "text-accent")}
                />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
