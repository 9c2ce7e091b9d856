import type { Context } from "hono";
import { consultationPath } from "#domain/consultations/consultation.ts";
import { BOOKING_PATH } from "#domain/scheduling/booking-pages.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { ApiError } from "#server/http/errors.ts";
import type { BookingPage } from "#server/site/booking/page-context.ts";

/** Shows in the site's layout that a page or form for booking failed, and what to do next. */
export function sendErrorPage(page: BookingPage, context: Context, error: ApiError): Promise<Response> {
  const { template } = page;
  const { title, text } = describeError(error);
  const heading = "Free consultation";
  return page.send(
    context,
    {
      ...{ title, heading, back: "", summary: "" },
      message: template.fragment("failed", { title, text }),
      content: template.fragment("bookAgain", findNextPage(context, error)),
    },
    error.status,
  );
}

function describeError({ status, headers }: ApiError): { title: string; text: string } {
  if (status === 403) {
    return {
      title: "This form was sent from another site",
      text: "To protect you, we only accept forms from our own pages. Nothing was changed.",
    };
  }
  if (status === 429) {
    const minutes = Math.ceil(Number(headers["Retry-After"] ?? 60) / 60);
    return { title: "Too many requests", text: `Try again in ${formatCount(minutes, "minute")}.` };
  }
  if (status === 503) {
    return {
      title: "Booking isn't available right now",
      text: "Try again in a minute. Existing bookings aren't affected.",
    };
  }
  return status >= 500
    ? { title: "Something went wrong on our end", text: "Try again in a minute." }
    : { title: "We couldn't read the form", text: "Open the page again and send the form once more." };
}

/** Returns the link to the page with which the visitor can continue. */
function findNextPage({ req }: Context, { status }: ApiError): { link: string; label: string } {
  const token = req.param("token");
  if (req.method === "GET" && status !== 404) {
    const { pathname, search } = new URL(req.url);
    return { link: pathname + search, label: "Try again" };
  }
  return token
    ? { link: consultationPath(encodeURIComponent(token)), label: "Your consultation" }
    : { link: BOOKING_PATH, label: "Choose a time" };
}
