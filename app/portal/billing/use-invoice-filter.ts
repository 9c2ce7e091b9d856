import { type RefObject, useRef } from "react";
import { useSearchParams } from "react-router";

export type InvoiceFilter = {
  shows: "all" | "unpaid";
  choose: (shows: "all" | "unpaid") => void;
  /** Narrows the list to what is to be paid and goes there. */
  showUnpaid: () => void;
  /** The heading of the list, which then gets the focus. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** Which invoices the list shows; kept in the address, so that Back and links in mails work. */
export function useInvoiceFilter(): InvoiceFilter {
  const [search, setSearch] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);

  function choose(shows: "all" | "unpaid") {
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (shows === "unpaid") next.set("show", shows);
        else next.delete("show");
        return next;
      },
      { preventScrollReset: true },
    );
  }

  return {
    shows: search.get("show") === "unpaid" ? "unpaid" : "all",
    choose,
    showUnpaid() {
      choose("unpaid");
      heading.current?.focus({ preventScroll: true });
      heading.current?.scrollIntoView({ block: "start" });
    },
    heading,
  };
}
