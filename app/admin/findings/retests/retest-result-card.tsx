import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { Link } from "react-router";
import { type Retest, saveRetestResult } from "#app/api/admin/retests.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Markdown } from "#app/components/findings/markdown.tsx";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import { RetestResult } from "#domain/findings/retest.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { listKeys } from "#domain/status.ts";
import { MarkdownField } from "../../forms/markdown-field.tsx";
import { FINDINGS_PATH } from "../../shell/admin-pages.ts";

const VERDICT_OPTIONS = listKeys(VERDICT_BADGES).map((value) => ({
  value,
  label: VERDICT_BADGES[value].label,
}));

type RetestedFinding = Retest["retest_findings"][number];

type RetestResultCardProps = {
  retestId: string;
  finding: RetestedFinding["findings"];
  result: RetestedFinding["retest_results"];
  canEdit: boolean;
  /** Reports whether the form has unsaved changes. */
  onUnsaved: (findingId: string, isUnsaved: boolean) => void;
};

/** The result of one finding in a retest, as a form while the retest is in progress. */
export function RetestResultCard({ retestId, finding, result, canEdit, onUnsaved }: RetestResultCardProps) {
  return (
    <Card aria-label={finding.key}>
      <CardHeader
        title={
          <Link
            to={`${FINDINGS_PATH}/${finding.id}`}
            className="inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline"
          >
            {finding.key}: {finding.title}
          </Link>
        }
        action={<SeverityBadge severity={finding.severity} />}
      />
      {canEdit ? (
        <ResultForm retestId={retestId} findingId={finding.id} result={result} onUnsaved={onUnsaved} />
      ) : result ? (
        <div className="grid gap-2">
          <p className="flex flex-wrap gap-x-3 text-14">
            <Badge tone={VERDICT_BADGES[result.verdict].tone}>{VERDICT_BADGES[result.verdict].label}</Badge>
            <span className="text-muted">
              Tested on {formatDate(result.tested_on)}
              {result.tester && ` by ${result.tester}`}
            </span>
          </p>
          {result.evidence && <Markdown text={result.evidence} />}
        </div>
      ) : (
        <p className="text-14 text-muted">Not tested yet.</p>
      )}
    </Card>
  );
}

type ResultFormProps = Pick<RetestResultCardProps, "retestId" | "result" | "onUnsaved"> & {
  findingId: string;
};

function ResultForm({ retestId, findingId, result, onUnsaved }: ResultFormProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { register, control, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(RetestResult),
    defaultValues: {
      verdict: result?.verdict,
      evidence: result?.evidence ?? "",
      testedOn: result?.tested_on ?? firmToday(new Date()),
      tester: result?.tester ?? "",
    },
  });
  const { errors, isDirty } = formState;
  useEffect(() => {
    onUnsaved(findingId, isDirty);
    return () => onUnsaved(findingId, false);
  }, [findingId, isDirty, onUnsaved]);
  const save = useMutation({
    mutationFn: (form: RetestResult) => saveRetestResult(retestId, findingId, form),
    onSuccess: async (_, form) => {
      reset(form);
      showToast("Result saved");
      await refetchFindings(queryClient);
    },
  });
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-3"
      onSubmit={handleSubmit((form) => save.mutate(form))}
    >
      <Select
        label="Result"
        required
        placeholder="Choose a result"
        options={VERDICT_OPTIONS}
        error={errors.verdict?.message}
        {...register("verdict")}
      />
      <TextField
        label="Tested on"
        type="date"
        required
        error={errors.testedOn?.message}
        {...register("testedOn")}
      />
      <TextField label="Tester" autoComplete="off" error={errors.tester?.message} {...register("tester")} />
      <div className="sm:col-span-3">
        <Controller
          control={control}
          name="evidence"
          render={({ field }) => (
            <MarkdownField
              label="Evidence"
              hint="Supports Markdown."
              field={field}
              error={errors.evidence?.message}
            />
          )}
        />
      </div>
      {save.error && (
        <div className="sm:col-span-3">
          <Banner tone="negative" urgent>
            {errorMessage(save.error, "We couldn't save the result. Try again.")}
          </Banner>
        </div>
      )}
      <div className="flex items-center justify-between gap-3 sm:col-span-3">
        <SavedBadge isSaved={result !== null} isDirty={isDirty} />
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save result
        </Button>
      </div>
    </form>
  );
}

function SavedBadge({ isSaved, isDirty }: { isSaved: boolean; isDirty: boolean }) {
  if (isDirty) {
    return <Badge tone="warning">Not saved</Badge>;
  }
  return isSaved ? <Badge tone="positive">Result saved</Badge> : <Badge tone="warning">Result missing</Badge>;
}
