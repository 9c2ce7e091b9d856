import { type MetaFunction, useSearchParams } from "react-router";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { BookingRequests } from "./booking-requests.tsx";
import { Consultations } from "./consultations/consultations.tsx";

export const meta: MetaFunction = () => pageMeta("Bookings");

const SUBTITLES = {
  requests: "Booking, quote and meeting requests · Reply due within 24 hours",
  consultations: "Calls booked on your website",
};

export default function Bookings() {
  const [searchParams, setSearchParams] = useSearchParams();
  const tab = searchParams.get("tab") === "consultations" ? "consultations" : "requests";
  return (
    <>
      <PageHeader title="Bookings" subtitle={SUBTITLES[tab]} />
      <Tabs
        label="Bookings"
        value={tab}
        // Each list has its own filter and page.
        onChange={(next) => setSearchParams(next === "requests" ? {} : { tab: next })}
        tabs={[
          { value: "requests", label: "Requests", panel: <BookingRequests /> },
          { value: "consultations", label: "Consultations", panel: <Consultations /> },
        ]}
      />
    </>
  );
}
