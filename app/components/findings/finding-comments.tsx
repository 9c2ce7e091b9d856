import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Area } from "#app/api/client/area.ts";
import { addComment, commentsQuery, type Finding, refetchFindings } from "#app/api/shared/findings.ts";
import { CommentForm, CommentThread } from "#app/components/comment-thread.tsx";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { brand } from "#brand";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";

/** A person of the client who can read the finding. */
export type MentionablePerson = { userId: string; name: string };

type FindingCommentsProps = {
  area: Area;
  finding: Pick<Finding, "id" | "client_id">;
  canComment: boolean;
  /** People who can be notified of a comment. The form is shown after they have loaded. */
  people: Loadable<readonly MentionablePerson[]>;
  /** Returns the people to select for the next comment. By default, no one. Requires that the comments have loaded. */
  suggestRecipients?: (comments: readonly { author_id: string | null }[]) => readonly string[];
};

/** The conversation about a finding. */
export function FindingComments({
  area,
  finding,
  canComment,
  people,
  suggestRecipients,
}: FindingCommentsProps) {
  const comments = useQuery(commentsQuery(area, finding.id));
  const suggested = suggestRecipients ? comments.data && suggestRecipients(comments.data) : [];
  return (
    <CommentThread
      id="finding-comments"
      comments={comments}
      renderNote={({ mentions }) => <Mentions mentions={mentions} people={people.data ?? []} />}
      form={
        canComment &&
        suggested && (
          <Loaded
            query={people}
            errorMessage="We couldn't load the people to notify."
            loading={<Loading text="Loading people..." rows={1} />}
            isSmall
          >
            {(list) => (
              <FindingCommentForm
                key={finding.id}
                area={area}
                finding={finding}
                people={list}
                suggested={suggested}
              />
            )}
          </Loaded>
        )
      }
    />
  );
}

type MentionsProps = { mentions: readonly string[]; people: readonly MentionablePerson[] };

function Mentions({ mentions, people }: MentionsProps) {
  const mentioned = people.filter(({ userId }) => mentions.includes(userId)).map(({ name }) => name);
  return mentioned.length > 0 && <p className="mt-1 text-13 text-muted">Notified: {mentioned.join(", ")}</p>;
}

type FindingCommentFormProps = Pick<FindingCommentsProps, "area" | "finding"> & {
  people: readonly MentionablePerson[];
  /** The people who are selected until the user changes the selection. */
  suggested: readonly string[];
};

function FindingCommentForm({ area, finding, people, suggested }: FindingCommentFormProps) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const mentions = chosen ?? suggested;
  const names = people.filter(({ userId }) => mentions.includes(userId)).map(({ name }) => name);
  return (
    <CommentForm
      draftName={`finding-comment-${finding.id}`}
      maxLength={TEXT_LIMITS.comment}
      hint={
        area === "client"
          ? `${brand.name} is notified by email.`
          : `Visible to the client. ${emailHint(names)}`
      }
      onAdd={(body) => addComment(area, finding, body, [...mentions])}
      onAdded={async () => {
        setChosen(null);
        // The comment also answers the one that is waiting.
        await refetchFindings(queryClient);
      }}
    >
      {people.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-13 text-muted">
            {area === "client" ? "Also notify by email" : "Notify by email"}
          </legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {people.map(({ userId, name }) => (
              <Checkbox
                key={userId}
                label={name}
                checked={mentions.includes(userId)}
                onChange={(event) =>
                  setChosen(
                    event.target.checked ? [...mentions, userId] : mentions.filter((id) => id !== userId),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </CommentForm>
  );
}

function emailHint(names: readonly string[]): string {
  if (names.length === 0) {
    return "No one will be emailed.";
  }
  return `We'll email ${new Intl.ListFormat("en-US").format(names)}.`;
}
