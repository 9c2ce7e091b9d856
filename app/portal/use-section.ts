import { useSearchParams } from "react-router";
import { type Section, sections } from "./sections.ts";

/** The section the address names; the overview when it names none that exists. */
export function useSection(): Section {
  const [search] = useSearchParams();
  const found = sections.find((section) => section.id === search.get("section")) ?? sections[0];
  if (!found) throw new Error("The portal has no sections");
  return found;
}
