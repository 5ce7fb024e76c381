import { MOST_ROWS_FOUND } from "../../../domain/assistant/assistant-functions.ts";
import { DAY_MS } from "../../../domain/time/durations.rules.ts";
import { TIMELINE_KINDS } from "../../../domain/timeline/timeline-kinds.ts";
import { readTimelinePage } from "../../../infra/postgres/timeline/timeline-page.repository.ts";
import { type LookUpFunction, readDays, readWords } from "./look-up.ts";

/** Messages between the assistant and people are left out of the news. */
const NEWS = TIMELINE_KINDS.filter((kind) => kind !== "message");

export const lookUpTimeline: LookUpFunction = ({ inside, clock }, given) =>
  inside(async (tx) => {
    const asked = readWords(given["kind"]);
    const kind = TIMELINE_KINDS.find((known) => known === asked);
    const from = new Date(clock.now().getTime() - readDays(given["days"], 7) * DAY_MS);
    const filter = {
      kinds: kind ? [kind] : NEWS,
      assistantOnly: false,
      deliverablesOnly: false,
      withTranscripts: false,
    };
    const page = await readTimelinePage(tx, filter, { order: "newest_first", limit: MOST_ROWS_FOUND });
    const events = page.events.filter(({ at }) => at >= from);
    return {
      say:
        events.length === 0
          ? "Nothing happened lately."
          : `This happened last: ${events.map(({ summary }) => summary).join("; ")}.`,
      events: events.map(({ at, kind: of, actor, summary }) => ({ at, kind: of, actor, summary })),
    };
  });
