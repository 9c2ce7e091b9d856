import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { ownAccessQuery } from "#app/api/portal/client-account.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { PORTAL_SECTIONS, type Section } from "../sections.ts";

/** The permissions at the last visit, so that the navigation does not change while the portal loads. */
const PERMISSIONS_KEY = "client_permissions";

/** The sections that the signed-in user's role can use. Empty until loaded for the first time. */
export function useAccessibleSections(user: SessionUser): readonly Section[] {
  const { data: access } = useQuery(ownAccessQuery(user));
  const permissions = access?.selected.permissions;
  useEffect(() => {
    if (permissions) {
      sessionStorage.setItem(PERMISSIONS_KEY, permissions.join(" "));
    }
  }, [permissions]);
  return useMemo(() => {
    const known = permissions ?? sessionStorage.getItem(PERMISSIONS_KEY)?.split(" ");
    return known ? PORTAL_SECTIONS.filter((section) => canUseSection(section, known)) : [];
  }, [permissions]);
}

export function canUseSection({ permission }: Section, permissions: readonly string[]): boolean {
  return permission === null || permissions.includes(permission);
}
