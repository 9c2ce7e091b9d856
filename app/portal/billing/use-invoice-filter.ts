import { type RefObject, useRef } from "react";
import { useUrlParams } from "#app/components/use-url-params.ts";
import { PROJECT_PARAM } from "../projects/use-linked-heading.ts";

export type InvoiceFilter = {
  value: "all" | "unpaid";
  setValue: (value: "all" | "unpaid") => void;
  /** Shows the unpaid invoices of all projects and moves the focus to the list. */
  showUnpaid: () => void;
  /** List heading, focused by `showUnpaid`. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** The invoice list's filter, stored in the URL so that Back and links in emails work. */
export function useInvoiceFilter(): InvoiceFilter {
  const { params, changeParams } = useUrlParams();
  const heading = useRef<HTMLHeadingElement>(null);

  function setValue(value: "all" | "unpaid", { clearsProject = false } = {}) {
    changeParams({ show: value === "unpaid" ? value : "", ...(clearsProject && { [PROJECT_PARAM]: "" }) });
  }

  return {
    value: params.get("show") === "unpaid" ? "unpaid" : "all",
    setValue: (value) => setValue(value),
    showUnpaid() {
      setValue("unpaid", { clearsProject: true });
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "start" });
    },
    heading,
  };
}
