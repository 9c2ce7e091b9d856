import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";
import { IsApplication } from "#app/is-application.ts";

/**
 * Renders one page completely at build time, without streaming, so that the HTML does not depend on
 * JavaScript. Any rendering error fails the build.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const errors: unknown[] = [];
  const document = (
    <IsApplication value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </IsApplication>
  );
  const { prelude } = await prerender(document, {
    onError: (error) => {
      errors.push(error);
    },
    // Otherwise, a script would have to move large Suspense boundaries into place.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  if (errors.length > 0) {
    throw new AggregateError(errors, `Failed to render ${request.url}`);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(prelude, { status, headers });
}
