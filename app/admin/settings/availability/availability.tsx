import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type AvailabilityOverview, availabilityQuery } from "#app/api/admin/settings/availability.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { SectionHeader } from "../section-header.tsx";
import { BlockedTimes } from "./blocked-times.tsx";
import { BookingRules } from "./booking-rules.tsx";
import { CalendarFeeds } from "./calendar-feeds.tsx";
import { Hosts } from "./hosts.tsx";
import { Overrides } from "./overrides.tsx";
import { WeeklyHoursForm } from "./weekly-hours-form.tsx";

const TABS = ["hours", "rules", "hosts"] as const;

/** Settings section that determines which times visitors and clients can book. */
export function Availability() {
  const [searchParams, setSearchParams] = useSearchParams();
  const overview = useQuery(availabilityQuery());
  const tab = TABS.find((value) => value === searchParams.get("tab")) ?? "hours";
  return (
    <section aria-label="Availability">
      <SectionHeader
        title="Availability"
        description="When visitors can book a free consultation. Existing bookings keep their times."
        action={<ButtonLink to={window.location.origin + BOOKING_PATH}>View booking page</ButtonLink>}
      />
      <Loaded
        query={overview}
        errorMessage="We couldn't load the availability."
        loading={<Loading text="Loading availability..." rows={6} />}
      >
        {(loaded) => (
          <>
            <MissingSetup overview={loaded} />
            <Tabs
              label="Availability"
              value={tab}
              onChange={(value) =>
                setSearchParams({ section: "availability", ...(value !== "hours" && { tab: value }) })
              }
              tabs={[
                {
                  value: "hours",
                  label: "Hours",
                  panel: (
                    <div className="grid gap-10">
                      <WeeklyHoursForm overview={loaded} />
                      <Overrides overview={loaded} />
                      <BlockedTimes overview={loaded} />
                    </div>
                  ),
                },
                { value: "rules", label: "Rules", panel: <BookingRules overview={loaded} /> },
                {
                  value: "hosts",
                  label: "Hosts and calendars",
                  panel: (
                    <div className="grid gap-10">
                      <Hosts overview={loaded} />
                      <CalendarFeeds overview={loaded} />
                    </div>
                  ),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** Warns about what is missing if no times can be offered. */
function MissingSetup({ overview }: { overview: AvailabilityOverview }) {
  const { hosts, hours: weeklyHours, overrides } = overview;
  const hasHost = hosts.some(({ isActive }) => isActive);
  const hasHours = [...weeklyHours, ...overrides.map(({ hours }) => hours)].some(({ length }) => length > 0);
  if (hasHost && hasHours) {
    return null;
  }
  const addHost = hosts.length > 0 ? "Activate a host" : "Add a host";
  const nextSteps = hasHost ? "Add weekly hours" : hasHours ? addHost : `${addHost} and add weekly hours`;
  return (
    <div className="mb-6">
      <Banner tone="warning">{`Visitors can't book yet. ${nextSteps}.`}</Banner>
    </div>
  );
}
