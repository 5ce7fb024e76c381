import { words } from "../words/words.ts";

/** Returns the name of an actor of the log: `user:7`, `api_key:12`, `system`, `operator`. */
export const actorOf = (actor: string): string => {
  const [kind, id = ""] = actor.split(":");
  if (kind === "user") return words.campaigns.byPerson(id);
  if (kind === "api_key") return words.campaigns.byKey(id);
  if (kind === "operator") return words.campaigns.byOperator;
  return kind === "system" ? words.campaigns.bySystem : actor;
};
