import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import type { RateCard } from "#domain/rates/rate-card.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../../forms/use-unsaved-guard.ts";
import { DateFields } from "./date-fields.tsx";
import { type DraftContent, listFieldErrors, toPreviewContent } from "./draft-content.ts";
import { EditorSummary } from "./editor-summary.tsx";
import { MilestoneFields } from "./milestone-fields.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { PricingFields } from "./pricing-fields.tsx";
import { SaveError } from "./save-error.tsx";
import { SaveStatus } from "./save-status.tsx";
import { SectionFields } from "./section-fields.tsx";
import { useAutosave } from "./use-autosave.ts";

type ProposalEditorProps = {
  initial: DraftContent;
  rateCards: readonly RateCard[];
  /** The name of a template. Undefined for a proposal. */
  templateName?: string;
  /** Saves the content, that of a proposal also while the user types. @throws {ApiError} */
  save: (content: DraftContent, templateName: string) => Promise<void>;
  /** Runs after the user has saved with the button. */
  onSaved: () => Promise<void>;
  /** Shows what is stored after someone else saved it. */
  onReload?: () => void;
  /** Shown above the total. */
  aside?: ReactNode;
};

/**
 * Form for the content of a proposal or a template, with the total and the payments next to it. Complete changes of a proposal are
 * saved automatically.
 */
export function ProposalEditor({
  initial,
  rateCards,
  templateName,
  save,
  onSaved,
  onReload,
  aside,
}: ProposalEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const [edited, setEdited] = useState({ content: initial, name: templateName ?? "" });
  const { content, name } = edited;
  const isTemplate = templateName !== undefined;
  const [hasTriedToSave, setHasTriedToSave] = useState(false);
  const [isFinishing, setIsFinishing] = useState(false);
  const today = firmToday(new Date());
  const fieldErrors = new Map([
    ...listFieldErrors(content),
    ...(isTemplate && name.trim() === "" ? [["name", "Enter a name"] as const] : []),
  ]);
  const isValid = fieldErrors.size === 0;
  const errors = hasTriedToSave ? fieldErrors : new Map<string, string>();
  const findError = (path: string) => errors.get(path);
  const preview = toPreviewContent(content, today);
  const totals = proposalTotals(preview);
  const { hasUnsaved, saveNow, ...autosave } = useAutosave({
    content: edited,
    canAutosave: isValid && !isTemplate,
    save: (current: typeof edited) => save(current.content, current.name),
  });
  useUnsavedGuard(hasUnsaved, {
    confirmation: createDiscardConfirmation(isTemplate ? "the template" : "the proposal"),
  });
  const change = (changes: Partial<DraftContent>) =>
    setEdited((current) => ({ ...current, content: { ...current.content, ...changes } }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isValid) {
      setHasTriedToSave(true);
      // The messages appear in the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      return;
    }
    setIsFinishing(true);
    try {
      await saveNow(edited);
      await onSaved();
    } catch {
      // The form shows the error.
    } finally {
      setIsFinishing(false);
    }
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
          {isTemplate && (
            <TextField
              label="Name of the template"
              required
              autoComplete="off"
              className="sm:col-span-3"
              maxLength={PROPOSAL_LIMITS.name}
              value={name}
              onChange={(event) => setEdited({ content, name: event.currentTarget.value })}
              error={findError("name")}
            />
          )}
          <TextField
            label="Title"
            required
            autoComplete="off"
            className="sm:col-span-3"
            value={content.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={findError("title")}
          />
          {!isTemplate && <DateFields content={content} onChange={change} findError={findError} />}
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
        {autosave.error && (
          <SaveError error={autosave.error} noun={isTemplate ? "template" : "draft"} onReload={onReload} />
        )}
        <div className="flex items-center justify-end gap-4">
          <SaveStatus {...autosave} isValid={isValid} />
          <Button type="submit" tone="primary" busy={isFinishing} busyLabel="Saving...">
            {isTemplate ? "Save template" : "Save draft"}
          </Button>
        </div>
      </div>
    </form>
  );
}
