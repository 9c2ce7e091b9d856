import { useSearchParams } from "react-router";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FindingList } from "./finding-list.tsx";

/** Loads when it is opened, because the Markdown parser is large. */
const lazyFindingScreen = createLazyComponent(async () => {
  const { FindingScreen } = await import("./finding-screen.tsx");
  return FindingScreen;
});

/** Shows one finding or the list of findings, depending on the URL. */
export function Findings() {
  const [searchParams] = useSearchParams();
  const findingId = searchParams.get("finding");
  const FindingScreen = useLazyComponent(lazyFindingScreen, { isNeeded: findingId !== null });
  if (!findingId) {
    return <FindingList />;
  }
  return FindingScreen ? (
    <FindingScreen key={findingId} id={findingId} />
  ) : (
    <Loading text="Loading finding..." />
  );
}
