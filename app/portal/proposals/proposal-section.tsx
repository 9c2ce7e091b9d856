import { useSearchParams } from "react-router";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";

const lazyProposalList = createLazyComponent(async () => {
  const { ProposalList } = await import("./proposal-list.tsx");
  return ProposalList;
});

/** Loads when it is opened, because the Markdown parser is large. */
const lazyProposalScreen = createLazyComponent(async () => {
  const { ProposalScreen } = await import("./proposal-screen.tsx");
  return ProposalScreen;
});

/** Shows one proposal or the list of proposals, depending on the URL. */
export function ProposalSection() {
  const [searchParams] = useSearchParams();
  const proposalId = searchParams.get("proposal");
  const ProposalScreen = useLazyComponent(lazyProposalScreen, { isNeeded: proposalId !== null });
  const ProposalList = useLazyComponent(lazyProposalList, { isNeeded: proposalId === null });
  if (proposalId === null) {
    return ProposalList ? <ProposalList /> : <Loading text="Loading proposals..." rows={4} />;
  }
  return ProposalScreen ? (
    <ProposalScreen key={proposalId} id={proposalId} />
  ) : (
    <Loading text="Loading proposal..." />
  );
}
