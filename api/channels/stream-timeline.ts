import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { timelineStreamQuery } from "./channels.schemas.ts";
import { requireTimelineSubjects, toTimelineFilter } from "./read-timeline.ts";
import { createTimelineFeed } from "./timeline-feed.ts";

const EVERY_MS = 500;

/** Streams new events of the timeline as server-sent events; listeners with the same filter share the readings. */
export const streamTimeline = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof timelineStreamQuery }>,
) => {
  await context.inOrganization((tx) => requireTimelineSubjects(tx, query));
  const filter = toTimelineFilter(query);
  const { read } = createTimelineFeed(context.inOrganization, filter);
  return context.openStream({ name: `timeline ${JSON.stringify(filter)}`, everyMs: EVERY_MS, read });
};
