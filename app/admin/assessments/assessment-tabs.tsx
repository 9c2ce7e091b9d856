import { useForm } from "react-hook-form";
import { useSearchParams } from "react-router";
import type { ProjectAssessment } from "#app/api/admin/assessments.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { SaveAssessment, toAssessmentForm } from "#domain/findings/report/reports-api.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AssessmentForm } from "./assessment-form.tsx";
import { CoveragePanel } from "./coverage-panel.tsx";
import { LettersPanel } from "./letters-panel.tsx";
import { ReportPanel } from "./report-panel.tsx";

const TABS = ["details", "report", "letters", "coverage"] as const;
type Tab = (typeof TABS)[number];

/** The parts of an assessment. The form is created here, so that it keeps its input while another tab is open. */
export function AssessmentTabs({ project }: { project: ProjectAssessment }) {
  const [searchParams, setSearchParams] = useSearchParams();
  const tab = TABS.find((value) => value === searchParams.get("tab")) ?? "details";
  const form = useForm({
    resolver: zodResolver(SaveAssessment),
    defaultValues: toAssessmentForm(project, firmToday(new Date())),
  });
  const { isDirty } = form.formState;
  useUnsavedGuard(() => isDirty, { confirmation: createDiscardConfirmation("the assessment") });
  const blockedReason = getBlockedReason(project, isDirty);
  return (
    <Tabs<Tab>
      label="Assessment"
      value={tab}
      onChange={(newTab) =>
        setSearchParams(newTab === "details" ? {} : { tab: newTab }, {
          replace: true,
          preventScrollReset: true,
        })
      }
      tabs={[
        { value: "details", label: "Details", panel: <AssessmentForm project={project} form={form} /> },
        {
          value: "report",
          label: "Report",
          panel: <ReportPanel project={project} blockedReason={blockedReason} />,
        },
        {
          value: "letters",
          label: "Letters",
          panel: <LettersPanel project={project} blockedReason={blockedReason} />,
        },
        { value: "coverage", label: "Coverage", panel: <CoveragePanel project={project} /> },
      ]}
    />
  );
}

/** Why no report or letter can be created, or null. Both contain the stored details. */
function getBlockedReason({ assessments: details }: ProjectAssessment, isDirty: boolean): string | null {
  if (!details) {
    return "Save the assessment details first.";
  }
  return isDirty ? "Save your changes to the details first." : null;
}
