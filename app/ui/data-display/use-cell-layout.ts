import { createContext, useContext } from "react";
import { useMediaQuery } from "../use-media-query.ts";

export type CellLayout = "table" | "card";

/** Width in px of the nearest `MeasuredWidth`; null outside of one and before it is measured. */
export const WidthContext = createContext<number | null>(null);

/** Returns the width in px that a table can use. Printed pages have no limit, because they show all columns. */
export function useAvailableWidth(): number {
  const width = useContext(WidthContext) ?? window.innerWidth;
  return useMediaQuery("print") ? Number.POSITIVE_INFINITY : width;
}

/**
 * Returns "card" if less than `minWidth` px are available, so that tables become lists of cards. Printed pages always
 * use tables.
 */
export function useCellLayout(minWidth = 608): CellLayout {
  return useAvailableWidth() < minWidth ? "card" : "table";
}
