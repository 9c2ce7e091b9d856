import { useSearchParams } from "react-router";
import { PORTAL_SECTIONS, type Section } from "./sections.ts";

/** Returns the section in the URL, or the overview by default. */
export function useSection(): Section {
  const [searchParams] = useSearchParams();
  const section = PORTAL_SECTIONS.find(({ id }) => id === searchParams.get("section")) ?? PORTAL_SECTIONS[0];
  if (!section) {
    throw new Error("The portal has no sections");
  }
  return section;
}
