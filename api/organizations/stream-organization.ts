import { EVENT_STREAMS } from "../../domain/access/event-streams.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { getLiveFigures } from "./organizations.reads.ts";
import { liveFiguresAnswer } from "./organizations.schemas.ts";

/** Streams the present activity as server-sent events; it is read once a second, for any number of listeners. */
export const streamOrganization = (context: OperationContext) =>
  context.openStream({
    name: "the organization now",
    everyMs: EVENT_STREAMS.readEveryMs,
    read: async () => {
      const data = liveFiguresAnswer.parse(await getLiveFigures(context));
      return { eventsAfter: () => [{ id: data.as_of, data }] };
    },
  });
