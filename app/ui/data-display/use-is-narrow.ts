import { createContext, useContext } from "react";
import { useMediaQuery } from "../use-media-query.ts";

/** Width in px of the nearest `MeasuredWidth`; null outside of one and before it is measured. */
export const WidthContext = createContext<number | null>(null);

/**
 * Whether the available width is less than `minWidth` px, so that tables become lists of cards. False while printing,
 * because printed pages always use tables.
 */
export function useIsNarrow(minWidth = 608): boolean {
  const width = useContext(WidthContext) ?? window.innerWidth;
  const isPrinting = useMediaQuery("print");
  return width < minWidth && !isPrinting;
}
