import { Suspense } from "react";
import { isRouteErrorResponse, Outlet, useRouteError } from "react-router";
import { AlertDialogs } from "#app/ui/alert-dialog.tsx";
import { FailedState } from "#app/ui/failed-state.tsx";

/**
 * Around all pages. Its error boundary and its Suspense catch what would otherwise re-render the document in
 * root.tsx: a failed page, and a difference between the prerendered HTML and the first render.
 */
export default function Shell() {
  return (
    <AlertDialogs>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-small focus:bg-raised focus:px-4 focus:py-3 focus:text-14"
      >
        Skip to content
      </a>
      <Suspense>
        <Outlet />
      </Suspense>
    </AlertDialogs>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main id="content" className="mx-auto max-w-xl px-6 py-24">
      <FailedState
        what={isRouteErrorResponse(error) ? "This page could not be loaded." : "This page stopped working."}
        onRetry={() => window.location.reload()}
        retryLabel="Reload the page"
      />
      <p className="mt-6 text-center">
        <a href="/" className="text-accent underline underline-offset-4">
          Back to Home
        </a>
      </p>
    </main>
  );
}
