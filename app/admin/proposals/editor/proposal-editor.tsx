import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { isSameForm } from "#domain/forms/is-same-form.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { RateCard } from "#domain/rates/rate-card.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../../forms/use-unsaved-guard.ts";
import { DateFields } from "./date-fields.tsx";
import { type DraftContent, listFieldErrors, toPreviewContent } from "./draft-content.ts";
import { EditorSummary } from "./editor-summary.tsx";
import { MilestoneFields } from "./milestone-fields.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { PricingFields } from "./pricing-fields.tsx";
import { SectionFields } from "./section-fields.tsx";

type ProposalEditorProps = {
  initial: DraftContent;
  rateCards: readonly RateCard[];
  isPending: boolean;
  error: Error | null;
  onSave: (content: DraftContent) => void;
  /** Shown above the total. */
  aside?: ReactNode;
};

/** Form for the content of a proposal, with the total and the payments next to it. */
export function ProposalEditor({ initial, rateCards, isPending, error, onSave, aside }: ProposalEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const [content, setContent] = useState(initial);
  const [saved, setSaved] = useState<DraftContent | null>(null);
  const [hasTriedToSave, setHasTriedToSave] = useState(false);
  const today = firmToday(new Date());
  const errors = hasTriedToSave ? listFieldErrors(content) : new Map<string, string>();
  const findError = (path: string) => errors.get(path);
  const preview = toPreviewContent(content, today);
  const totals = proposalTotals(preview);
  const isUnsaved = !isSameForm(content, saved && !error ? saved : initial);
  useUnsavedGuard(() => isUnsaved && !isPending, { confirmation: createDiscardConfirmation("the proposal") });
  const change = (changes: Partial<DraftContent>) => setContent((current) => ({ ...current, ...changes }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (listFieldErrors(content).size > 0) {
      setHasTriedToSave(true);
      // The messages appear in the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setSaved(content);
    onSave(content);
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="grid grid-cols-1 gap-6">
        <Card aria-label="Summary" className="grid items-start gap-4 sm:grid-cols-3">
          <TextField
            label="Title"
            required
            autoComplete="off"
            className="sm:col-span-3"
            value={content.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={findError("title")}
          />
          <DateFields content={content} onChange={change} findError={findError} />
        </Card>
        <SectionFields
          sections={content.sections}
          onChange={(sections) => change({ sections })}
          findError={findError}
        />
        <PricingFields
          content={content}
          totals={totals}
          rateCards={rateCards}
          onChange={change}
          findError={findError}
        />
        <MilestoneFields
          milestones={content.milestones}
          onChange={(milestones) => change({ milestones })}
          findError={findError}
        />
        <PlanFields
          plan={content.plan}
          milestones={content.milestones}
          onChange={(plan) => change({ plan })}
          findError={findError}
        />
      </div>
      <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-20 lg:-m-1 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto lg:p-1">
        {aside}
        <EditorSummary content={content} preview={preview} totals={totals} today={today} />
        {errors.size > 0 && (
          <Banner tone="negative" urgent>
            {`Fix the ${formatCount(errors.size, "error")} in the form, then save again.`}
          </Banner>
        )}
        {error && (
          <Banner tone="negative" urgent>
            {errorMessage(error, "We couldn't save the proposal. Try again.")}
          </Banner>
        )}
        <div className="flex items-center justify-end gap-4">
          <p role="status" className="text-13 text-muted">
            {isUnsaved && !isPending && "Unsaved changes"}
          </p>
          <Button type="submit" tone="primary" busy={isPending} busyLabel="Saving...">
            Save draft
          </Button>
        </div>
      </div>
    </form>
  );
}
