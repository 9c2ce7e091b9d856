import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { readDraft, saveDraft } from "#app/components/drafts.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import type { Instant } from "#domain/dates/instant.ts";
import { splitInlineCode } from "#domain/findings/inline-code.ts";

export type ThreadComment = {
  id: string | number;
  author_role: string;
  /** Empty if the author is no longer a member, or an administrator without a name. */
  author: string | null;
  body: string;
  created_at: Instant;
};

type CommentThreadProps<Comment extends ThreadComment> = {
  /** Id of the heading. */
  id: string;
  comments: Loadable<readonly Comment[]>;
  /** Shown below a comment. */
  renderNote?: (comment: Comment) => ReactNode;
  /** The form for a new comment, or a falsy value if the user can't comment. */
  form: ReactNode;
};

/** The comments on a record, oldest first. */
export function CommentThread<Comment extends ThreadComment>({
  id,
  comments,
  renderNote,
  form,
}: CommentThreadProps<Comment>) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader title={<span id={id}>Comments</span>} />
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
                <li key={comment.id} className="text-14">
                  <p className="text-13 text-muted">
                    <span className="font-medium text-text">{formatAuthor(comment)}</span> ·{" "}
                    <TimeStamp at={comment.created_at} hasTime />
                  </p>
                  <CommentText text={comment.body} />
                  {renderNote?.(comment)}
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
      {form}
    </Card>
  );
}

/** The text as written, with its inline code. */
function CommentText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere mt-1 whitespace-pre-wrap">
      {splitInlineCode(text).map((part, index) =>
        part.isCode ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: comments do not change.
          <code key={index} className="rounded-small bg-page px-1 py-0.5 font-mono text-13">
            {part.text}
          </code>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}

/** The author's name. For the firm's people with its name, such as "Maya Okafor, Wardline". */
function formatAuthor({ author_role, author }: ThreadComment): string {
  if (author_role === "admin") {
    return author ? `${author}, ${brand.name}` : brand.name;
  }
  return author || "Former member";
}

type CommentDraft = { body: string };

type CommentFormProps = {
  /** Identifies the thread. Text that was not sent is restored when the form is shown again. */
  draftName: string;
  maxLength: number;
  hint?: string;
  /** Fields below the text. */
  children?: ReactNode;
  onAdd: (body: string) => Promise<void>;
  /** Runs after the comment is stored. */
  onAdded: () => Promise<void>;
};

/** Form that adds a comment. Requires a `key` per thread. */
export function CommentForm({ draftName, maxLength, hint, children, onAdd, onAdded }: CommentFormProps) {
  const [body, setBody] = useState(() => readDraft<CommentDraft>(draftName)?.body ?? "");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useMutation({
    mutationFn: () => onAdd(body.trim()),
    onSuccess: async () => {
      changeBody("");
      field.current?.focus();
      await onAdded();
    },
  });

  function changeBody(text: string) {
    setBody(text);
    setIsMissing(false);
    saveDraft<CommentDraft>(draftName, { body: text });
  }

  return (
    <form
      noValidate
      className="mt-5 grid gap-3 border-line border-t pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() === "") {
          setIsMissing(true);
          field.current?.focus();
        } else if (!add.isPending) {
          add.mutate();
        }
      }}
    >
      <TextArea
        ref={field}
        label="Comment"
        hint={hint}
        rows={3}
        maxLength={maxLength}
        error={isMissing ? "Enter a comment" : undefined}
        value={body}
        onChange={(event) => changeBody(event.target.value)}
      />
      {children}
      {add.error && (
        <Banner tone="negative" urgent>
          {errorMessage(add.error, "We couldn't save the comment. Try again.")}
        </Banner>
      )}
      <div>
        <Button type="submit" busy={add.isPending} busyLabel="Saving...">
          Add comment
        </Button>
      </div>
    </form>
  );
}
