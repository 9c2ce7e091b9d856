import { useSearchParams } from "react-router";
import { type Section, sections } from "./sections.ts";

/** The section in the URL. Defaults to the overview. */
export function useSection(): Section {
  const [search] = useSearchParams();
  const section = sections.find(({ id }) => id === search.get("section")) ?? sections[0];
  if (!section) {
    throw new Error("The portal has no sections");
  }
  return section;
}
