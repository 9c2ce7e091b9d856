import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type IssuedLetter, lettersQuery, type ProjectAssessment } from "#app/api/admin/assessments.ts";
import { LetterItem } from "#app/components/findings/letter-item.tsx";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ShieldCheck } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { IssueLetterDialog } from "./issue-letter-dialog.tsx";
import { WithdrawLetterDialog } from "./withdraw-letter-dialog.tsx";

type LettersPanelProps = {
  project: ProjectAssessment;
  /** Why no letter can be issued, or null. */
  blockedReason: string | null;
};

/** Issues letters of attestation, and lists them. */
export function LettersPanel({ project, blockedReason }: LettersPanelProps) {
  const letters = useQuery(lettersQuery(project.id));
  const [isIssuing, setIsIssuing] = useState(false);
  const [withdrawn, setWithdrawn] = useState<IssuedLetter | null>(null);
  return (
    <Card aria-labelledby="letters-of-attestation">
      <CardHeader
        title={<span id="letters-of-attestation">Letters of attestation</span>}
        subtitle="One-page summary without finding details that the client can share"
        action={
          <Button
            tone="primary"
            disabled={blockedReason !== null || !letters.data}
            onClick={() => setIsIssuing(true)}
          >
            Issue letter
          </Button>
        }
      />
      {blockedReason && (
        <div className="mb-4">
          <Banner tone="info">{blockedReason}</Banner>
        </div>
      )}
      <Loaded
        query={letters}
        errorMessage="We couldn't load the letters."
        loading={<Loading text="Loading letters..." rows={2} />}
      >
        {(list) =>
          list.length === 0 ? (
            !blockedReason && (
              <EmptyState
                icon={<ShieldCheck className="size-6" />}
                title="No letter yet"
                hint="Issue a letter after the retest. Anyone can verify it by its code."
              />
            )
          ) : (
            <ul className="divide-y divide-line">
              {list.map((letter) => (
                <LetterItem
                  key={letter.id}
                  area="admin"
                  letter={letter}
                  actions={
                    letter.status !== "withdrawn" && (
                      <Button
                        size="small"
                        aria-label={`Withdraw letter ${letter.code}`}
                        onClick={() => setWithdrawn(letter)}
                      >
                        Withdraw letter
                      </Button>
                    )
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isIssuing && letters.data && (
        <IssueLetterDialog project={project} letters={letters.data} onClose={() => setIsIssuing(false)} />
      )}
      {withdrawn && (
        <WithdrawLetterDialog projectId={project.id} letter={withdrawn} onClose={() => setWithdrawn(null)} />
      )}
    </Card>
  );
}
