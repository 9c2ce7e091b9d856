type SaveStatusProps = {
  isUnsaved: boolean;
  isSaving: boolean;
  isValid: boolean;
  savedAt: Date | null;
};

/** Whether the changes are saved, such as "Saved 2:09 PM EST". */
export function SaveStatus(props: SaveStatusProps) {
  return (
    <p role="status" className="tabular text-13 text-muted">
      {describeStatus(props)}
    </p>
  );
}

function describeStatus({ isUnsaved, isSaving, isValid, savedAt }: SaveStatusProps): string {
  if (isSaving) {
    return "Saving...";
  }
  if (isUnsaved) {
    return isValid ? "Unsaved changes" : "Not saved. Complete the required fields.";
  }
  return savedAt ? `Saved ${formatTime(savedAt)}` : "";
}

function formatTime(time: Date): string {
  return time.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
}
