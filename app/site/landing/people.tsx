import { people } from "#app/site/firm-facts.ts";

/** The people clients work with, from firm-facts.ts. */
export function People() {
  if (people.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="people-title" className="mt-16">
      <h3 id="people-title" className="text-22">
        The people you'll work with
      </h3>
      <ul className="mt-6 grid gap-x-4 gap-y-6 min-[360px]:grid-cols-2 sm:gap-x-8 lg:grid-cols-4">
        {people.map(({ name, role, bio }) => (
          <li key={name} className="border-line border-t pt-4">
            <h4 className="font-medium">{name}</h4>
            <p className="text-14 text-accent">{role}</p>
            <p className="mt-2 text-14 text-muted">{bio}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
