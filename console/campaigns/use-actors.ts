import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { membersQuery } from "../team/team-queries.ts";
import { words } from "../words/words.ts";

/** Names an actor of the log: `user:7`, `api_key:12`, `system`, `operator`. A person who has left the team appears as a number. */
export const useActors = (): ((actor: string) => string) => {
  const { data: members } = useQuery(membersQuery);
  return useCallback(
    (actor) => {
      const [kind, id = ""] = actor.split(":");
      const member = members?.find(({ user_id: userId }) => String(userId) === id);
      if (kind === "user") return member?.name ?? member?.email ?? words.campaigns.byPerson(id);
      if (kind === "api_key") return words.campaigns.byKey(id);
      if (kind === "operator") return words.campaigns.byOperator;
      return kind === "system" ? words.campaigns.bySystem : actor;
    },
    [members],
  );
};
