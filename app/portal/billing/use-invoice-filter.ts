import { type RefObject, useRef } from "react";
import { useSearchParams } from "react-router";
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
  const [searchParams, setSearchParams] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);

  function setValue(value: "all" | "unpaid", { clearsProject = false } = {}) {
    setSearchParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (clearsProject) {
          next.delete(PROJECT_PARAM);
        }
        if (value === "unpaid") {
          next.set("show", value);
        } else {
          next.delete("show");
        }
        return next;
      },
      { preventScrollReset: true },
    );
  }

  return {
    value: searchParams.get("show") === "unpaid" ? "unpaid" : "all",
    setValue: (value) => setValue(value),
    showUnpaid() {
      setValue("unpaid", { clearsProject: true });
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "start" });
    },
    heading,
  };
}
