import { useSearchParams } from "react-router";
import { PageHead } from "#app/ui/page-head.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { CustomProject } from "./custom-project.tsx";
import { SupportPlans } from "./support-plans.tsx";

type BookingTab = "support-plans" | "custom-project";

export function BookService() {
  const [search, setSearch] = useSearchParams();
  const tab: BookingTab = search.get("tab") === "custom-project" ? "custom-project" : "support-plans";

  function choose(chosen: BookingTab) {
    setSearch(
      chosen === "custom-project" ? { section: "book-service", tab: chosen } : { section: "book-service" },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <>
      <PageHead title="Book New Service" context="Subscribe to a support plan, or tell us about a project" />
      <Tabs<BookingTab>
        label="Kinds of service"
        value={tab}
        onChange={choose}
        tabs={[
          { value: "support-plans", label: "Support Plans", panel: <SupportPlans /> },
          {
            value: "custom-project",
            label: "Custom Project",
            panel: <CustomProject quoteFor={search.get("quote")} />,
          },
        ]}
      />
    </>
  );
}
