import { type RefObject, useRef } from "react";
import { useSearchParams } from "react-router";

export type InvoiceFilter = {
  value: "all" | "unpaid";
  setValue: (value: "all" | "unpaid") => void;
  /** Shows only unpaid invoices and moves the focus to the list. */
  showUnpaid: () => void;
  /** List heading, focused by `showUnpaid`. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** The invoice list's filter, stored in the URL so that Back and links in emails work. */
export function useInvoiceFilter(): InvoiceFilter {
  const [searchParams, setSearchParams] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);

  function setValue(value: "all" | "unpaid") {
    setSearchParams(
      (current) => {
        const next = new URLSearchParams(current);
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
    setValue,
    showUnpaid() {
      setValue("unpaid");
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "start" });
    },
    heading,
  };
}
