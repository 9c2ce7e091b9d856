import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "#app/api/client/api-error.ts";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { ownBookingsQuery, requestBooking } from "#app/api/portal/bookings.ts";
import { useDraft } from "#app/components/drafts.ts";
import { withMinimumDuration } from "#app/components/minimum-duration.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { CircleCheck } from "#app/ui/icons.tsx";
import {
  BOOKING_SERVICE_TYPES,
  type BookingKind,
  BookingRequest,
  URGENCIES,
  URGENCY_LABELS,
} from "#domain/bookings/booking.ts";
import { useCurrentClient } from "../current-client.ts";

const MIN_BUSY_MS = 1500;
const CONFIRMATION_MS = 5000;

const ERROR_MESSAGE = "We couldn't send your request. Your draft is saved; try again.";
const RATE_LIMITED_MESSAGE = "You've reached the hourly limit. Your draft is saved; try again in an hour.";

const EMPTY_VALUES = {
  serviceType: "",
  preferredStartDate: "",
  estimatedScope: "",
  projectDescription: "",
  urgency: "medium" as const,
};

type BookingFormProps = { kind: BookingKind; serviceType: string; projectDescription: string };

export function BookingForm({ kind, serviceType, projectDescription }: BookingFormProps) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const [isReceived, setIsReceived] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const confirmation = useRef<HTMLDivElement>(null);
  const form = useForm({
    resolver: zodResolver(BookingRequest),
    defaultValues: { ...EMPTY_VALUES, serviceType, projectDescription },
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isSubmitting } = formState;
  useDraft(`${kind}-${serviceType}-${id}`, form);

  useEffect(() => {
    if (!isReceived) {
      return;
    }
    confirmation.current?.focus();
    const timer = setTimeout(() => setIsReceived(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isReceived]);

  const submit = handleSubmit(async (request) => {
    setErrorMessage(null);
    try {
      await withMinimumDuration(MIN_BUSY_MS, requestBooking(id, kind, request));
      reset(EMPTY_VALUES);
      setIsReceived(true);
      await queryClient.invalidateQueries({ queryKey: ownBookingsQuery(id).queryKey });
    } catch (error) {
      logRequestError(error);
      setErrorMessage(
        error instanceof ApiError && error.status === 429 ? RATE_LIMITED_MESSAGE : ERROR_MESSAGE,
      );
    }
  });

  if (isReceived) {
    return (
      <div ref={confirmation} tabIndex={-1} role="status" className="py-8 outline-none">
        <CircleCheck aria-hidden="true" className="size-6 text-positive" />
        <p className="mt-3 font-medium text-16">Booking Request Received!</p>
        <p className="mt-1 text-14 text-muted">
          Your account manager will contact you within 24 hours to confirm the details and scheduling.
        </p>
      </div>
    );
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Select
        label="Service Type"
        required
        placeholder="Select a service"
        options={getServiceOptions(serviceType)}
        error={errors.serviceType?.message}
        {...register("serviceType")}
      />
      <TextField
        label="Preferred Start Date"
        type="date"
        required
        error={errors.preferredStartDate?.message}
        {...register("preferredStartDate")}
      />
      <TextField
        label="Estimated Scope"
        placeholder="e.g. 40 hours or two weeks"
        error={errors.estimatedScope?.message}
        {...register("estimatedScope")}
      />
      <Select
        label="Urgency"
        options={URGENCIES.map((value) => ({ value, label: URGENCY_LABELS[value] }))}
        error={errors.urgency?.message}
        {...register("urgency")}
      />
      <TextArea
        label="Project Description"
        required
        className="sm:col-span-2"
        error={errors.projectDescription?.message}
        {...register("projectDescription")}
      />
      <div className="grid gap-4 sm:col-span-2">
        {errorMessage && (
          <Banner tone="negative" urgent>
            {errorMessage}
          </Banner>
        )}
        <Button
          type="submit"
          tone="primary"
          busy={isSubmitting}
          busyLabel="Submitting..."
          className="justify-self-end"
        >
          {kind === "quote" ? "Request quote" : "Submit Booking Request"}
        </Button>
      </div>
    </form>
  );
}

/** The standard service types, plus the rate card's type if it is not one of them. */
function getServiceOptions(rateCardType: string): { value: string; label: string }[] {
  return [...new Set([...BOOKING_SERVICE_TYPES, rateCardType])]
    .filter(Boolean)
    .map((service) => ({ value: service, label: service }));
}
