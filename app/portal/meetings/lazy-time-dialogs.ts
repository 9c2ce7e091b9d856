import { createLazyComponent } from "#app/components/lazy-component.ts";
import type { PickTimeDialogProps } from "./pick-time-dialog.tsx";
import type { ProposeTimeDialogProps } from "./propose-time-dialog.tsx";
import type { RequestMeetingDialogProps } from "./request-meeting-dialog.tsx";

// Loaded on demand, because most visits open no dialog.

export const lazyProposeTimeDialog = createLazyComponent<ProposeTimeDialogProps>(async () => {
  const { ProposeTimeDialog } = await import("./propose-time-dialog.tsx");
  return ProposeTimeDialog;
});

export const lazyPickTimeDialog = createLazyComponent<PickTimeDialogProps>(async () => {
  const { PickTimeDialog } = await import("./pick-time-dialog.tsx");
  return PickTimeDialog;
});

export const lazyRequestMeetingDialog = createLazyComponent<RequestMeetingDialogProps>(async () => {
  const { RequestMeetingDialog } = await import("./request-meeting-dialog.tsx");
  return RequestMeetingDialog;
});
