import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";
import { IsApplication } from "#app/is-application.ts";

/**
 * Renders one page at build time, complete: nothing streams later and nothing is moved into place by a script,
 * so the HTML reads the same without JavaScript. Any rendering error fails the build.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const failures: unknown[] = [];
  const document = (
    <IsApplication value={context.isSpaMode}>
      <ServerRouter context={context} url={request.url} />
    </IsApplication>
  );
  const { prelude } = await prerender(document, {
    onError: (error) => {
      failures.push(error);
    },
    // Above this size React would put a Suspense boundary's content at the end of the page, for a script to move.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
  });
  if (failures.length > 0) throw new AggregateError(failures, `${request.url} could not be rendered`);
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(prelude, { status, headers });
}
