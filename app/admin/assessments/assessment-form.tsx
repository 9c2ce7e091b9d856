import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, type UseFormReturn } from "react-hook-form";
import { type ProjectAssessment, refetchAssessment, saveAssessment } from "#app/api/admin/assessments.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { TEST_TYPE_LABELS } from "#domain/findings/report/assessment.ts";
import type { SaveAssessment } from "#domain/findings/report/reports-api.ts";
import { listKeys } from "#domain/status.ts";
import { MarkdownField } from "../forms/markdown-field.tsx";
import { TestedEntriesField } from "./tested-entries-field.tsx";

const TEST_TYPE_OPTIONS = listKeys(TEST_TYPE_LABELS).map((value) => ({
  value,
  label: TEST_TYPE_LABELS[value],
}));

type AssessmentFormProps = {
  project: ProjectAssessment;
  form: UseFormReturn<SaveAssessment, unknown, SaveAssessment>;
};

/** What was tested, by whom, when and how. */
export function AssessmentForm({ project, form }: AssessmentFormProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, control, handleSubmit, formState, reset } = form;
  const errors = formState.errors.details;
  const save = useMutation({
    mutationFn: (assessment: SaveAssessment) => saveAssessment(project.id, assessment),
    onSuccess: async (_, assessment) => {
      reset(assessment);
      showToast("Assessment saved");
      await refetchAssessment(queryClient, project.id);
    },
  });
  return (
    <form noValidate onSubmit={handleSubmit((assessment) => save.mutate(assessment))} className="grid gap-6">
      <Card aria-labelledby="assessment-scope">
        <CardHeader
          title={<span id="assessment-scope">Scope and method</span>}
          subtitle="Appears in the report and in letters of attestation"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="System"
            hint="Name and version, such as Support assistant 4.2"
            required
            autoComplete="off"
            error={errors?.system?.message}
            {...register("details.system")}
          />
          <TextField
            label="Environment"
            hint="For example, staging with test data"
            autoComplete="off"
            error={errors?.environment?.message}
            {...register("details.environment")}
          />
          <TextField
            label="Started on"
            type="date"
            required
            error={errors?.startedOn?.message}
            {...register("details.startedOn")}
          />
          <TextField
            label="Ended on"
            type="date"
            required
            error={errors?.endedOn?.message}
            {...register("details.endedOn")}
          />
          <TextField
            label="Testers"
            hint="Names and qualifications"
            required
            autoComplete="off"
            error={errors?.testers?.message}
            {...register("details.testers")}
          />
          <TextField
            label="Contract reference"
            hint="For example, SOW 2026-04"
            autoComplete="off"
            error={errors?.engagementReference?.message}
            {...register("details.engagementReference")}
          />
          <Select
            label="Test type"
            options={TEST_TYPE_OPTIONS}
            className="sm:col-span-2"
            error={errors?.testType?.message}
            {...register("details.testType")}
          />
          <TextArea
            label="In scope"
            rows={3}
            error={errors?.inScope?.message}
            {...register("details.inScope")}
          />
          <TextArea
            label="Out of scope"
            rows={3}
            error={errors?.outOfScope?.message}
            {...register("details.outOfScope")}
          />
          <TextArea
            label="Methodology"
            hint="Standards and guides that the test followed"
            rows={3}
            className="sm:col-span-2"
            error={errors?.methodology?.message}
            {...register("details.methodology")}
          />
        </div>
      </Card>
      <Card aria-labelledby="assessment-texts">
        <CardHeader
          title={<span id="assessment-texts">Report texts</span>}
          subtitle="Appears only in the report. Supports Markdown."
        />
        <div className="grid gap-6">
          <Controller
            control={control}
            name="details.summary"
            render={({ field }) => (
              <MarkdownField label="Executive summary" field={field} error={errors?.summary?.message} />
            )}
          />
          <Controller
            control={control}
            name="details.approach"
            render={({ field }) => (
              <MarkdownField label="Approach" field={field} error={errors?.approach?.message} />
            )}
          />
        </div>
      </Card>
      <Card aria-labelledby="assessment-tested">
        <CardHeader
          title={<span id="assessment-tested">Tested items</span>}
          subtitle="Visible to the client in the control coverage as soon as you save"
        />
        <Controller
          control={control}
          name="testedEntries"
          render={({ field }) => (
            <TestedEntriesField
              findings={project.findings}
              selected={field.value}
              onChange={field.onChange}
              error={formState.errors.testedEntries?.message}
            />
          )}
        />
      </Card>
      {save.error && (
        <Banner tone="negative" urgent>
          {errorMessage(save.error, "We couldn't save the assessment. Try again.")}
        </Banner>
      )}
      <div className="flex justify-end">
        <Button type="submit" tone="primary" busy={save.isPending} busyLabel="Saving...">
          Save assessment
        </Button>
      </div>
    </form>
  );
}
