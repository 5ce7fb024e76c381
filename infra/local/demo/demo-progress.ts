import { setTimeout as delay } from "node:timers/promises";
import { SingleBar } from "cli-progress";
import { type DemoClient, type Json, readNumber, readText } from "./demo-client.ts";

const POLL_MS = 300;
const LINE_EVERY_MS = 3000;
const GIVE_UP_AFTER_MS = 300_000;

/** Shows a campaign's progress until `until` holds; as a bar at a terminal, as occasional lines elsewhere. */
export const watchCampaign = async (
  client: DemoClient,
  campaignId: number,
  until: (progress: Json) => boolean,
): Promise<Json> => {
  const view = process.stdout.isTTY ? barView() : lineView();
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  try {
    for (;;) {
      const progress = await client.get(`/campaigns/${campaignId}/progress`);
      view.show(progress);
      if (until(progress)) return progress;
      if (Date.now() > deadline)
        throw new Error(`campaign ${campaignId} is still ${readText(progress, "state")} after five minutes`);
      await delay(POLL_MS);
    }
  } finally {
    view.end();
  }
};

const doneOf = (progress: Json): number => readNumber(progress, "finished") + readNumber(progress, "suppressed");

const barView = () => {
  const bar = new SingleBar({
    format:
      "  {bar} {value}/{total} contacts · {in_flight} calling · {waiting_retry} waiting for a retry · {answered} answered",
    hideCursor: true,
  });
  bar.start(1, 0, { in_flight: 0, waiting_retry: 0, answered: 0 });
  return {
    show: (progress: Json) => {
      bar.setTotal(Math.max(readNumber(progress, "total"), 1));
      bar.update(doneOf(progress), progress);
    },
    end: () => bar.stop(),
  };
};

const lineView = () => {
  let shownAtMs = 0;
  const print = (progress: Json) => {
    const count = (field: string) => readNumber(progress, field);
    console.log(
      `  ${doneOf(progress)}/${count("total")} contacts · ${count("in_flight")} calling · ` +
        `${count("waiting_retry")} waiting for a retry · ${count("answered")} answered`,
    );
  };
  let last: Json | undefined;
  return {
    show: (progress: Json) => {
      last = progress;
      if (Date.now() - shownAtMs < LINE_EVERY_MS) return;
      shownAtMs = Date.now();
      print(progress);
      last = undefined;
    },
    end: () => {
      if (last) print(last);
    },
  };
};
