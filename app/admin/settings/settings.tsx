import type { ComponentType } from "react";
import { Link, type MetaFunction, useNavigate, useSearchParams } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Administrators } from "./administrators.tsx";
import { AuditLog } from "./audit-log.tsx";
import { FirmSettings } from "./firm-settings.tsx";
import { JobsAndMail } from "./jobs/jobs-and-mail.tsx";
import { OwnSignIn } from "./own-sign-in.tsx";
import { PrivacyRequests } from "./privacy-requests.tsx";
import { RetentionSettings } from "./retention-settings.tsx";
import { SETTINGS_SECTIONS, type SettingsSection, sectionOf } from "./sections.ts";
import { SignInAttempts } from "./sign-in-attempts.tsx";
import { SupportPlans } from "./support-plans.tsx";

export const meta: MetaFunction = () => pageMeta("Settings");

const SCREENS = {
  tiers: SupportPlans,
  firm: FirmSettings,
  retention: RetentionSettings,
  administrators: Administrators,
  account: OwnSignIn,
  audit: AuditLog,
  "sign-ins": SignInAttempts,
  jobs: JobsAndMail,
  privacy: PrivacyRequests,
} satisfies Record<SettingsSection, ComponentType>;

export default function Settings() {
  const [parameters] = useSearchParams();
  const section = sectionOf(parameters.get("section"));
  const Screen = SCREENS[section];
  return (
    <>
      <PageHead
        title="Settings"
        context="What the firm decides for itself. Every change is in the audit log."
      />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-[12rem_minmax(0,1fr)] xl:gap-8">
        <SectionList current={section} />
        <div className="min-w-0">
          <Screen key={section} />
        </div>
      </div>
    </>
  );
}

/** Beside the section where there is room, above it where there is less, and one choice on phones. */
function SectionList({ current }: { current: SettingsSection }) {
  const navigate = useNavigate();
  return (
    <>
      <div className="md:hidden">
        <BareSelect
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
