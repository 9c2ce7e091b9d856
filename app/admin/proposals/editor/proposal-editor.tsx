import { type ReactNode, useRef, useState } from "react";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import type { RateCard } from "#domain/rates/rate-card.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../../forms/use-unsaved-guard.ts";
import { DateFields } from "./date-fields.tsx";
import { type DraftContent, listFieldErrors, toPreviewContent } from "./draft-content.ts";
import { EditorBar } from "./editor-bar.tsx";
import { EditorSummary } from "./editor-summary.tsx";
import { MilestoneFields } from "./milestone-fields.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { PricingFields } from "./pricing-fields.tsx";
import { SectionFields } from "./section-fields.tsx";
import { useAutosave } from "./use-autosave.ts";
import { useFindText } from "./use-find-text.ts";

type ProposalEditorProps = {
  initial: DraftContent;
  rateCards: readonly RateCard[];
  /** The name of a template. Undefined for a proposal. */
  templateName?: string;
  /** Saves the content, that of a proposal also while the user types. @throws {ApiError} */
  save: (content: DraftContent, templateName: string) => Promise<void>;
  /** Runs after the user has saved with the button. */
  onSaved: () => Promise<void>;
  /** Opens the send dialog after the content has been saved. Undefined for a template. */
  onSend?: () => Promise<void>;
  /** Shows what is stored after someone else saved it. */
  onReload?: () => void;
  /** Shown above the total. */
  aside?: ReactNode;
  /** Text to select when the page opens, such as a placeholder. */
  findText?: string | null;
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
  onSend,
  onReload,
  aside,
  findText = null,
}: ProposalEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  useFindText(form, findText);
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

  /** Shows the errors and returns false if the content is incomplete. */
  function checkComplete(): boolean {
    if (!isValid) {
      setHasTriedToSave(true);
      // The messages appear in the next frame.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    }
    return isValid;
  }

  async function finish(onFinished: () => Promise<void>) {
    if (!checkComplete()) {
      return;
    }
    setIsFinishing(true);
    try {
      await saveNow(edited);
      await onFinished();
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
      onSubmit={(event) => {
        event.preventDefault();
        void finish(onSaved);
      }}
      className="[&_:is(input,select,textarea,button)]:scroll-mb-28"
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Card aria-label="Summary" className="grid items-start gap-4 sm:grid-cols-3">
            {isTemplate && (
              <TextField
                label="Template name"
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
        <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-20 lg:-m-1 lg:max-h-[calc(100dvh-11rem)] lg:overflow-y-auto lg:p-1">
          {aside}
          <EditorSummary content={content} preview={preview} totals={totals} today={today} />
        </div>
      </div>
      <EditorBar
        noun={isTemplate ? "template" : "draft"}
        content={content}
        errorCount={errors.size}
        status={{ ...autosave, isValid }}
        isFinishing={isFinishing}
        checkComplete={checkComplete}
        onSend={onSend && (() => void finish(onSend))}
        onReload={onReload}
      />
    </form>
  );
}
