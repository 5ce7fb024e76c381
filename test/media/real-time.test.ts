import { describe, expect, it } from "@jest/globals";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { isRealTimeAllowed, policiesOf, WHY_WITHOUT, WITHOUT_REAL_TIME } from "../harness/real-time.ts";

const NOBODY = "127.0.0.1:9";
const settings = {
  LIVEKIT_URL: `http://${NOBODY}`,
  LIVEKIT_API_KEY: "test",
  LIVEKIT_API_SECRET: "a secret that is long enough for LiveKit",
  TEMPORAL_ADDRESS: NOBODY,
};
const ORDINARY = new Set(["SCHED_OTHER 0"]);

const start = (environment: Record<string, string>, through: readonly string[] = []) =>
  startApiProcess({ ...settings, ...environment }, "media/start.ts", through);

/** Waits until a media process has said these words, and returns the policies of its threads. */
const policiesAt = async (words: string, media: ApiProcess): Promise<Set<string>> => {
  try {
    await media.says(words);
    return new Set(policiesOf(media.child.pid ?? 0));
  } finally {
    media.child.kill("SIGKILL");
    await media.ended;
  }
};

describe("a media process", () => {
  (isRealTimeAllowed() ? it : it.skip)("goes before everything else on its machine where it may", async () => {
    const policies = await policiesAt("sound goes before everything else on this machine", start({}));
    expect(policies).toEqual(new Set(["SCHED_RR 1"]));
  });

  it("waits for a processor like everything else where the system demands that, and says so", async () => {
    const media = start({}, WITHOUT_REAL_TIME);
    expect(await policiesAt("sound waits for a processor like everything else", media)).toEqual(ORDINARY);
    expect(media.output()).toContain(WHY_WITHOUT);
  });

  it("waits for a processor like everything else where the operator wants that", async () => {
    const media = start({ MEDIA_REAL_TIME: "false" });
    expect(await policiesAt("Temporal", media)).toEqual(ORDINARY);
    expect(media.output()).not.toContain("sound");
  });

  it("does not start without what the operator wants, and says what to do", async () => {
    const media = start({ MEDIA_REAL_TIME: "true" }, WITHOUT_REAL_TIME);
    expect(await media.ended).toBe(1);
    expect(media.output()).toMatch(/^MEDIA_REAL_TIME is true, and the system does not let this process have real-time/);
    expect(media.output()).toContain(WHY_WITHOUT);
    expect(media.output()).toMatch(/Allow it \(.*LimitRTPRIO=1.*\), or unset MEDIA_REAL_TIME\.\n$/);
  });
});
