import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { administratorsQuery } from "#app/api/admin/settings/administrators.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { NameDialog } from "./name-dialog.tsx";

/** The signed-in administrator's name, with a button that changes it. */
export function OwnName() {
  const administrators = useQuery(administratorsQuery());
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card aria-labelledby="own-name">
      <CardHeader
        title={<span id="own-name">Name</span>}
        subtitle="Shown to clients with your messages and comments"
      />
      <Loaded
        query={administrators}
        errorMessage="We couldn't load your name."
        loading={<Loading text="Loading your name..." rows={1} />}
        isSmall
      >
        {(list) => {
          const own = list.find(({ isYou }) => isYou);
          return (
            own && (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="min-w-0 text-14">
                  <span className="wrap-anywhere block font-medium">{own.name || "No name yet"}</span>
                  <span className="wrap-anywhere text-13 text-muted">{own.email}</span>
                </p>
                <Button onClick={() => setIsEditing(true)}>{own.name ? "Change name" : "Add name"}</Button>
                {isEditing && <NameDialog administrator={own} onClose={() => setIsEditing(false)} />}
              </div>
            )
          );
        }}
      </Loaded>
    </Card>
  );
}
