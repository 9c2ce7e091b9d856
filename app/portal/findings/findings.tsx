import { useSearchParams } from "react-router";
import { FindingList } from "./finding-list.tsx";
import { FindingScreen } from "./finding-screen.tsx";

/** Shows one finding or the list of findings, depending on the URL. */
export function Findings() {
  const [searchParams] = useSearchParams();
  const findingId = searchParams.get("finding");
  return findingId ? <FindingScreen key={findingId} id={findingId} /> : <FindingList />;
}
