import { expect, it } from "@jest/globals";
import { isReviewed } from "../../../domain/conversation/review.ts";

const node = { minSeconds: 30, reviewsVoicemail: false, samplePercent: 25 };
const call = { duration_seconds: 30, outcome: "answered" };

it("calls that last long enough are reviewed, a share of them, and voicemails only where the node says so", () => {
  expect(isReviewed(call, node, 0)).toBe(true);
  expect(isReviewed({ ...call, duration_seconds: 29 }, node, 0)).toBe(false);
  expect(isReviewed({ ...call, duration_seconds: null }, node, 0)).toBe(false);
  expect(isReviewed({ ...call, outcome: "voicemail" }, node, 0)).toBe(false);
  expect(isReviewed({ ...call, outcome: "voicemail" }, { ...node, reviewsVoicemail: true }, 0)).toBe(true);
  expect([0.2499, 0.25, 0.99].map((lot) => isReviewed(call, node, lot))).toEqual([true, false, false]);
  expect(isReviewed(call, { ...node, samplePercent: 100 }, 0.9999)).toBe(true);
});
