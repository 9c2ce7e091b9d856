/** Toasts about the status of findings replace each other, so that Undo is offered only for the last change. */
export const FINDING_TOAST_TOPIC = "finding";

/** How long a toast offers Undo. */
export const UNDO_DURATION_MS = 8000;
