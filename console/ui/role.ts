import { createContext, use } from "react";
import { words } from "../words/words.ts";

const RANK = { viewer: 0, operator: 1, supervisor: 2, admin: 3, owner: 4 } as const;
export type Role = keyof typeof RANK;

/** The role of the viewer. */
export const RoleContext = createContext<Role>("viewer");

/** Returns why this person may not act; undefined when they may. */
export const useHindrance = (needs: Role | undefined): string | undefined => {
  const role = use(RoleContext);
  return needs === undefined || RANK[role] >= RANK[needs] ? undefined : words.shell.needsRole(needs);
};
