import { expect, it } from "@jest/globals";
import { REPLY_STATES, readDraftStatus } from "../../../domain/thread/draft-status.ts";

it("a draft is thought about until its reply is done or has failed", () => {
  expect(readDraftStatus(undefined)).toBe("idle");
  expect(REPLY_STATES.map((state) => readDraftStatus({ state }))).toEqual(["thinking", "thinking", "done", "done"]);
});
