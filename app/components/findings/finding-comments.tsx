import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Area } from "#app/api/client/area.ts";
import { addComment, commentsQuery, type Finding, type FindingComment } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { TimeStamp } from "./time-stamp.tsx";

/** A person of the client who can read the finding. */
export type MentionablePerson = { userId: string; name: string };

type FindingCommentsProps = {
  area: Area;
  finding: Pick<Finding, "id" | "client_id">;
  canComment: boolean;
  /** People who can be notified of a comment. */
  people: readonly MentionablePerson[];
};

/** The conversation about a finding. */
export function FindingComments({ area, finding, canComment, people }: FindingCommentsProps) {
  const comments = useQuery(commentsQuery(area, finding.id));
  return (
    <Card aria-labelledby="finding-comments">
      <CardHeader title={<span id="finding-comments">Comments</span>} />
      <Loaded
        query={comments}
        errorMessage="We couldn't load the comments."
        loading={<Loading text="Loading comments..." rows={2} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-14 text-muted">No comments yet.</p>
          ) : (
            <ol className="grid gap-4">
              {list.map((comment) => (
                <Comment key={comment.id} comment={comment} people={people} />
              ))}
            </ol>
          )
        }
      </Loaded>
      {canComment && <CommentForm area={area} finding={finding} people={people} />}
    </Card>
  );
}

function Comment({ comment, people }: { comment: FindingComment; people: readonly MentionablePerson[] }) {
  const mentioned = people.filter(({ userId }) => comment.mentions.includes(userId)).map(({ name }) => name);
  return (
    <li className="text-14">
      <p className="text-13 text-muted">
        <span className="font-medium text-text">
          {comment.author_role === "admin" ? brand.name : comment.author || "Former member"}
        </span>{" "}
        · <TimeStamp at={comment.created_at} />
      </p>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{comment.body}</p>
      {mentioned.length > 0 && <p className="mt-1 text-13 text-muted">Notified: {mentioned.join(", ")}</p>}
    </li>
  );
}

function CommentForm({ area, finding, people }: Omit<FindingCommentsProps, "canComment">) {
  const queryClient = useQueryClient();
  const [body, setBody] = useState("");
  const [mentions, setMentions] = useState<readonly string[]>([]);
  const add = useMutation({
    mutationFn: () => addComment(area, finding, body.trim(), [...mentions]),
    onSuccess: async () => {
      setBody("");
      setMentions([]);
      await queryClient.invalidateQueries({ queryKey: commentsQuery(area, finding.id).queryKey });
    },
  });
  const isEmpty = body.trim() === "";
  return (
    <form
      className="mt-5 grid gap-3 border-line border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !add.isPending) {
          add.mutate();
        }
      }}
    >
      <TextArea
        label="Comment"
        rows={3}
        maxLength={TEXT_LIMITS.comment}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      {people.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-13 text-muted">Notify by email</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {people.map(({ userId, name }) => (
              <Checkbox
                key={userId}
                label={name}
                checked={mentions.includes(userId)}
                onChange={(event) =>
                  setMentions(
                    event.target.checked ? [...mentions, userId] : mentions.filter((id) => id !== userId),
                  )
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {add.error && (
        <Banner tone="negative" urgent>
          {errorMessage(add.error, "We couldn't save the comment. Try again.")}
        </Banner>
      )}
      <div>
        <Button type="submit" busy={add.isPending} busyLabel="Saving..." disabled={isEmpty}>
          Add comment
        </Button>
      </div>
    </form>
  );
}
