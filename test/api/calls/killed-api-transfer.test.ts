import { afterAll, beforeAll, describe, it } from "@jest/globals";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { environmentOf } from "../conversations/drivers/driver-platform.ts";
import { openFrontDoor } from "../conversations/drivers/front-door.ts";
import { openStopPoints, type StopPoint, type StopPoints } from "../documents/stop-points.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";
import { callUntilStopped, findBegun, judgeTransfer } from "./judged-transfer.ts";
import { callSomebodyWhoAsks, type Manner, untilSettled } from "./transferring-organization.ts";

/** The API process that a carrier talks with is killed at each step of a warm transfer, whatever the person does. */
const SPEED = 5;

let door: Awaited<ReturnType<typeof openFrontDoor>>;
let platform: CallingPlatform;
let points: StopPoints;
const running: ApiProcess[] = [];

const begin = () => startApiProcess({ ...environmentOf(platform), PUBLIC_BASE_URL: door.url });
const kill = async () => {
  const killed = running.splice(0);
  for (const { child } of killed) child.kill("SIGKILL");
  await Promise.all(killed.map(({ ended }) => ended));
};

beforeAll(async () => {
  door = await openFrontDoor();
  platform = await startCallingPlatform({ speed: SPEED }, { PUBLIC_BASE_URL: door.url });
  points = await openStopPoints(platform.test.superuserUrl);
  running.push(begin());
  door.serve(await Promise.all(running.map((process) => process.listening())));
  // On a busy machine the first call of all takes as long as a caller waits at most: everything is compiled and connected in it.
  const { runId } = await callSomebodyWhoAsks(platform, { speed: SPEED, manner: "no" });
  await untilSettled(platform, runId);
});
afterAll(async () => {
  await kill();
  await points.close();
  await platform.close();
  await door.close();
});

const STEPS: readonly (StopPoint & { name: string; manners: readonly Manner[] })[] = [
  { state: "calling", name: "the caller is on hold", manners: ["yes", "no", "noAnswer"] as const },
  { state: "briefing", name: "the person hears what it is about", manners: ["yes", "no", "hangingUp"] as const },
  { state: "accepted", name: "the person takes the caller", manners: ["yes", "sayingYes", "gone"] as const },
  { state: "connected", name: "both are connected", manners: ["yes", "gone"] as const },
].map(({ state, ...step }) => ({
  ...step,
  table: "call_transfers",
  event: "update",
  when: `new.state = '${state}' and old.state <> '${state}'`,
  at: "commit",
}));

describe("an API process that is killed while a caller is handed over", () => {
  it.each(STEPS)("when $name", async ({ manners, ...point }) => {
    // There already: its start takes a busy machine longer than a caller may hear nothing.
    const next = begin();
    const address = await next.listening();
    await points.stopAt(point);
    const calls = await callUntilStopped(platform, points, { manners, speed: SPEED });
    const begun = await findBegun(platform, calls);
    const killed = kill();
    // At once: whoever asks again does so for seconds only.
    door.serve([address]);
    await killed;
    running.push(next);
    await points.letGo();
    for (const call of begun) await judgeTransfer(platform, call);
  });
});
