import { hash } from "node:crypto";
import { z } from "zod";
import { CONFIRMATION_MINUTES } from "../../domain/access/consequences.ts";
import { MINUTE_MS } from "../../domain/time/durations.rules.ts";
import { type Actor, type ApiDependencies, formatActor } from "../http/operation-context.ts";
import { ToolRefusal } from "./mcp-errors.ts";

/** What is confirmed: nothing of it may be another when the token comes back. */
export interface ConfirmedAct {
  actor: Actor;
  tool: string;
  arguments: unknown;
}

/** The act may not have grown since it was described. */
export interface DescribedSize {
  people?: number | undefined;
  cost_most_minor?: number | undefined;
}

const claims = z.object({
  id: z.string(),
  act: z.string(),
  people: z.number().optional(),
  cost_most_minor: z.number().optional(),
});

const PURPOSE = "mcp-confirmation";

/** Issues the token of a description, for ten minutes. */
export const issueConfirmation = (
  { tokens, clock, ids }: Pick<ApiDependencies, "tokens" | "clock" | "ids">,
  act: ConfirmedAct,
  { people, cost_most_minor }: DescribedSize,
): string => {
  const claimed: z.input<typeof claims> = { id: ids.uuid(), act: digestOf(act), people, cost_most_minor };
  const expiresAt = new Date(clock.now().getTime() + CONFIRMATION_MINUTES * MINUTE_MS);
  return tokens.sign(JSON.stringify(claimed), { purpose: PURPOSE, expiresAt });
};

export interface Confirmation {
  /** The Idempotency-Key under which the act is carried out once, by whichever process. */
  key: string;
  described: DescribedSize;
}

/** Reads a token of this act; throws ToolRefusal where it is too old or another's. */
export const readConfirmation = (
  { tokens, clock }: Pick<ApiDependencies, "tokens" | "clock">,
  { act, token }: { act: ConfirmedAct; token: string },
): Confirmation => {
  const read = tokens.read(token, { purpose: PURPOSE, now: clock.now() });
  if (read === null)
    throw new ToolRefusal(
      `Not carried out: this is no token of ours, or it is older than ${CONFIRMATION_MINUTES} minutes. Call the tool without confirm, read the consequences, and send the new token.`,
    );
  const described = claims.parse(JSON.parse(read));
  if (described.act !== digestOf(act))
    throw new ToolRefusal(
      "Not carried out: this token was given for another tool, other arguments or another key. Call the tool without confirm to get its own.",
    );
  return { key: `mcp-${described.id}`, described };
};

/** Throws ToolRefusal where an act has become larger than it was described. */
export const requireNotGrown = (described: DescribedSize, size: DescribedSize): void => {
  const grown = [
    ...(hasGrown(described.people, size.people)
      ? [`${size.people} people, and not ${described.people ?? "none"}`]
      : []),
    ...(hasGrown(described.cost_most_minor, size.cost_most_minor)
      ? [`a cost of up to ${size.cost_most_minor}, and not ${described.cost_most_minor ?? "an unknown one"}`]
      : []),
  ];
  if (grown.length > 0)
    throw new ToolRefusal(
      `Not carried out: it would call more people or cost more than was described (now ${grown.join("; ")}). Call the tool without confirm and read the new consequences.`,
    );
};

const hasGrown = (described: number | undefined, present: number | undefined): boolean =>
  present !== undefined && present > (described ?? 0);

const digestOf = ({ actor, tool, arguments: given }: ConfirmedAct): string =>
  hash("sha256", sortedJson([actor.organizationId, formatActor(actor), actor.environment, tool, given]), "base64url");

/** The order in which a client writes the fields is nothing that was confirmed. */
const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
