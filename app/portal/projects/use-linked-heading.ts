import { type RefObject, useEffect, useRef } from "react";
import { useSearchParams } from "react-router";

/** URL parameter with the project that a link opens, or to which a list is limited. */
export const PROJECT_PARAM = "project";

/** Scrolls to the heading of a project's card and focuses it if the URL links to the project. */
export function useLinkedHeading(projectId: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const [searchParams] = useSearchParams();
  const isLinked = searchParams.get(PROJECT_PARAM) === projectId;
  useEffect(() => {
    if (isLinked) {
      heading.current?.scrollIntoView({ block: "start" });
      heading.current?.focus({ preventScroll: true });
    }
  }, [isLinked]);
  return heading;
}
