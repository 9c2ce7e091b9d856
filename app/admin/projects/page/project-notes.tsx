import { Card, CardHeader } from "#app/ui/layout/card.tsx";

type ProjectTextsProps = { description: string; notes: string };

/** Card with the project's description and internal notes. */
export function ProjectTexts({ description, notes }: ProjectTextsProps) {
  const texts = [
    { label: "Description", hint: "visible to the client", text: description },
    { label: "Notes", hint: "internal only", text: notes },
  ].filter(({ text }) => text !== "");
  return (
    <Card aria-labelledby="project-texts">
      <CardHeader title={<span id="project-texts">Details</span>} />
      <dl className="grid gap-4 text-14">
        {texts.map(({ label, hint, text }) => (
          <div key={label}>
            <dt className="text-13 text-muted">
              {label} ({hint})
            </dt>
            <dd className="wrap-anywhere mt-1 whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
