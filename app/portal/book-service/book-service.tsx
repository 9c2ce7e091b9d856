import { useSearchParams } from "react-router";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { useHasPermission } from "../current-client.ts";
import { CustomProject } from "./custom-project.tsx";
import { SupportPlans } from "./support-plans.tsx";

type BookingTab = "support-plans" | "custom-project";

export function BookService() {
  const [searchParams, setSearchParams] = useSearchParams();
  const canSeePlans = useHasPermission("billing");
  const tab: BookingTab = searchParams.get("tab") === "custom-project" ? "custom-project" : "support-plans";

  function selectTab(selected: BookingTab) {
    setSearchParams(
      selected === "custom-project"
        ? { section: "book-service", tab: selected }
        : { section: "book-service" },
      { replace: true, preventScrollReset: true },
    );
  }

  const customProject = <CustomProject quoteFor={searchParams.get("quote")} />;
  if (!canSeePlans) {
    return (
      <>
        <PageHeader title="Book New Service" subtitle="Request a project" />
        {customProject}
      </>
    );
  }
  return (
    <>
      <PageHeader title="Book New Service" subtitle="Choose a support plan or request a project" />
      <Tabs<BookingTab>
        label="Service types"
        value={tab}
        onChange={selectTab}
        tabs={[
          { value: "support-plans", label: "Support Plans", panel: <SupportPlans /> },
          {
            value: "custom-project",
            label: "Custom Project",
            panel: customProject,
          },
        ]}
      />
    </>
  );
}
