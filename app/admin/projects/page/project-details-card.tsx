import { Card, CardHeader } from "#app/ui/layout/card.tsx";

type ProjectDetailsCardProps = { description: string; notes: string };

/** Card with the project's description and internal notes. */
export function ProjectDetailsCard({ description, notes }: ProjectDetailsCardProps) {
  const texts = [
    { label: "Description", hint: "Visible to the client.", text: description },
    { label: "Notes", hint: "Internal. Not visible to the client.", text: notes },
  ].filter(({ text }) => text !== "");
  return (
    <Card aria-labelledby="project-details">
      <CardHeader title={<span id="project-details">Details</span>} />
      <dl className="grid gap-4 text-14">
        {texts.map(({ label, hint, text }) => (
          <div key={label}>
            <dt>
              <span className="font-medium">{label}</span>
              <span className="block text-13 text-muted">{hint}</span>
            </dt>
            <dd className="wrap-anywhere mt-1 whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
