import { type MetaFunction, useSearchParams } from "react-router";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { BookingRequests } from "./booking-requests.tsx";
import { Consultations } from "./consultations/consultations.tsx";

export const meta: MetaFunction = () => pageMeta("Bookings");

export default function Bookings() {
  const [searchParams, setSearchParams] = useSearchParams();
  return (
    <>
      <PageHeader title="Bookings" subtitle="Booking and quote requests. Reply due within 24 hours." />
      <Tabs
        label="Bookings"
        value={searchParams.get("tab") === "consultations" ? "consultations" : "requests"}
        // Each list has its own filter and page.
        onChange={(tab) => setSearchParams(tab === "requests" ? {} : { tab })}
        tabs={[
          { value: "requests", label: "Requests", panel: <BookingRequests /> },
          { value: "consultations", label: "Consultations", panel: <Consultations /> },
        ]}
      />
    </>
  );
}
