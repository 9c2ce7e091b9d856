import { useQueryClient } from "@tanstack/react-query";
import { INQUIRIES_KEY, type Inquiry, inquiryQuery, updateInquiry } from "#app/api/admin/inquiries.ts";
import { useAutosave } from "#app/components/use-autosave.ts";
import { useAutosavedText } from "#app/components/use-autosaved-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import {
  INQUIRY_STATUSES,
  type InquiryChanges,
  inquiryStatusBadge,
  MAX_NOTES_LENGTH,
} from "#domain/inquiries/inquiry.ts";

const STATUS_OPTIONS = INQUIRY_STATUSES.map((status) => ({
  value: status,
  label: inquiryStatusBadge(status).label,
}));

/** Card with an inquiry's status and internal notes, which are saved automatically. */
export function InquiryStatusCard({ inquiry }: { inquiry: Inquiry }) {
  const queryClient = useQueryClient();
  const save = (changes: InquiryChanges) =>
    updateInquiry(inquiry.id, changes).finally(() =>
      queryClient.invalidateQueries({ queryKey: [INQUIRIES_KEY] }),
    );

  async function saveStatus(changes: Pick<InquiryChanges, "status">) {
    // The page can be opened again before the request ends.
    queryClient.setQueryData(
      inquiryQuery(inquiry.id).queryKey,
      (loaded) => loaded && { ...loaded, ...changes },
    );
    await save(changes);
  }

  async function saveNotes(notes: string, previousNotes: string) {
    const { queryKey } = inquiryQuery(inquiry.id);
    queryClient.setQueryData(queryKey, (loaded) => loaded && { ...loaded, notes });
    try {
      await save({ notes, previousNotes });
    } catch (error) {
      queryClient.setQueryData(queryKey, (loaded) =>
        loaded?.notes === notes ? { ...loaded, notes: previousNotes } : loaded,
      );
      throw error;
    }
  }

  const [{ status }, change] = useAutosave({
    name: "inquiry status",
    stored: { status: inquiry.status },
    savedMessage: "Status saved",
    failedMessage: "We couldn't save the status. Try again.",
    save: (_, changes) => saveStatus(changes),
  });
  const notes = useAutosavedText({
    draftName: `inquiry-notes-${inquiry.id}`,
    stored: inquiry.notes,
    save: saveNotes,
    failedMessage: "We couldn't save your notes.",
  });
  return (
    <Card aria-labelledby="inquiry-status">
      <CardHeader
        title={<span id="inquiry-status">Status and notes</span>}
        subtitle="Visible only to administrators"
      />
      <div className="grid gap-4">
        <Select
          label="Status"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(event) => {
            const selected = INQUIRY_STATUSES.find((each) => each === event.currentTarget.value);
            if (selected) {
              change({ status: selected });
            }
          }}
        />
        <div>
          <TextArea
            label="Notes"
            rows={6}
            maxLength={MAX_NOTES_LENGTH}
            value={notes.text}
            onChange={(event) => notes.setText(event.currentTarget.value)}
            onBlur={notes.saveNow}
          />
          <div className="mt-1.5 flex min-h-9 flex-wrap items-center gap-3 text-13 text-muted">
            <p role="status">{NOTES_STATUS_TEXTS[notes.status]}</p>
            {notes.status === "failed" && (
              <Button size="small" onClick={notes.saveNow}>
                Try again
              </Button>
            )}
            {notes.status === "draft" && (
              <>
                <Button size="small" onClick={notes.saveDraft}>
                  Save notes
                </Button>
                <Button size="small" onClick={notes.showStored}>
                  Discard
                </Button>
              </>
            )}
            {notes.status === "conflict" && (
              <>
                <Button size="small" onClick={notes.keepText}>
                  Keep my notes
                </Button>
                <Button size="small" onClick={notes.showStored}>
                  Show their notes
                </Button>
              </>
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

const NOTES_STATUS_TEXTS = {
  unchanged: "Saved automatically",
  saving: "Saving...",
  saved: "Saved",
  failed: "We couldn't save your notes.",
  conflict: "Another administrator changed these notes.",
  draft: "These notes weren't saved the last time.",
};
