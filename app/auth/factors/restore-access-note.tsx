import { brand } from "#brand";

/** Tells users who cannot complete the second step how to get help. `question` names their situation. */
export function RestoreAccessNote({ question }: { question: string }) {
  return (
    <p className="text-13 text-muted">
      {question} Email{" "}
      <a href={`mailto:${brand.contactEmail}`} className="text-accent underline">
        {brand.contactEmail}
      </a>
      . We'll verify your identity and restore your access.
    </p>
  );
}
