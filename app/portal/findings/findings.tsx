import "./print.css";
import { useSearchParams } from "react-router";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FindingList } from "./finding-list.tsx";

/** Loads when it is opened, because the Markdown parser is large. */
const lazyFindingScreen = createLazyComponent(async () => {
  const { FindingScreen } = await import("./finding-screen.tsx");
  return FindingScreen;
});

const lazyCoverageScreen = createLazyComponent(async () => {
  const { CoverageScreen } = await import("./coverage-screen.tsx");
  return CoverageScreen;
});

const lazyLettersScreen = createLazyComponent(async () => {
  const { LettersScreen } = await import("./letters-screen.tsx");
  return LettersScreen;
});

/** Shows one finding, the list of findings, the control coverage or the letters, depending on the URL. */
export function Findings() {
  const [searchParams] = useSearchParams();
  const findingId = searchParams.get("finding");
  const view = searchParams.get("view");
  const FindingScreen = useLazyComponent(lazyFindingScreen, { isNeeded: findingId !== null });
  if (findingId) {
    return (
      <div data-findings>
        {FindingScreen ? (
          <FindingScreen key={findingId} id={findingId} />
        ) : (
          <Loading text="Loading finding..." />
        )}
      </div>
    );
  }
  return (
    <div data-findings>
      {view === "coverage" ? <Coverage /> : view === "letters" ? <Letters /> : <FindingList />}
    </div>
  );
}

function Coverage() {
  const CoverageScreen = useLazyComponent(lazyCoverageScreen);
  return CoverageScreen ? <CoverageScreen /> : <Loading text="Loading control coverage..." rows={6} />;
}

function Letters() {
  const LettersScreen = useLazyComponent(lazyLettersScreen);
  return LettersScreen ? <LettersScreen /> : <Loading text="Loading letters..." rows={2} />;
}
