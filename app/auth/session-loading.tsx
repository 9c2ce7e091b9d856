import { OverviewSkeleton } from "#app/components/overview-skeleton.tsx";
import { Wordmark } from "#app/components/wordmark.tsx";

/** The frame of an area while its session and scripts load. */
export function SessionLoading({ title, text }: { title: string; text: string }) {
  return (
    <div className="min-h-dvh">
      <header className="flex min-h-16 items-center border-line border-b px-4 sm:px-8">
        <Wordmark />
      </header>
      <main id="content" className="mx-auto max-w-[75rem] px-4 pt-6 sm:px-8 sm:pt-8">
        <h1 className="sr-only">{title}</h1>
        <p role="status" className="mb-6 text-14 text-muted">
          {text}
        </p>
        <OverviewSkeleton />
      </main>
    </div>
  );
}
