import { describe, expect, it } from "@jest/globals";
import { ActivityFailure, ApplicationFailure, RetryState } from "@temporalio/common";
import type { ProcessingProgress } from "../../../domain/document/processing-progress.rules.ts";
import { describeProgress } from "../../../domain/document/processing-progress.rules.ts";
import {
  describeProcessing,
  explainProcessingFailure,
} from "../../../workflows/document-processing/document-processing.details.ts";

const progress = (change: Partial<ProcessingProgress>): ProcessingProgress => ({
  version: 2,
  step: "embed",
  done: 0,
  total: 0,
  ...change,
});

describe("the progress of a document, for people", () => {
  it.each<[Partial<ProcessingProgress>, string]>([
    [{ step: null }, "waiting"],
    [{}, "making vectors"],
    [{ done: 64, total: 500 }, "making vectors, 64 of 500 passages"],
    [{ step: "extract", done: 12, total: 500 }, "extracting the text, 12 of 500 pages"],
    // The number of parts of a file without pages is not known beforehand.
    [{ step: "extract", done: 12 }, "extracting the text, 12 parts"],
    [{ step: "switch" }, "switching to the new version"],
  ])("of %j is %s", (change, sentence) => {
    expect(describeProgress(progress(change))).toBe(sentence);
  });

  it("names the version, and the step unless it is over", () => {
    const embedding = progress({ done: 64, total: 500 });
    expect(describeProcessing("processing", embedding)).toBe(
      "**processing** version 2: making vectors, 64 of 500 passages",
    );
    expect(describeProcessing("It has no text.", progress({ step: "extract" }))).toBe(
      "**It has no text.** version 2: extracting the text",
    );
    expect(describeProcessing("ready", progress({ step: "switch" }))).toBe("**ready** version 2");
    expect(describeProcessing("nothing", progress({ version: null, step: null }))).toBe("**nothing**");
  });
});

describe("why a version failed, for the person who asked for it", () => {
  const ofActivity = (cause: Error) =>
    new ActivityFailure("Activity task failed", "embed", "1", RetryState.NON_RETRYABLE_FAILURE, "worker", cause);
  const meant = ApplicationFailure.nonRetryable("It has no text.", "DocumentImpossible");
  const internal = ApplicationFailure.retryable('relation "documents" does not exist', "DatabaseError");
  const TOO_LONG = "The document could not be processed in time; process it again.";

  it("is the sentence that was meant for them", () => {
    expect(explainProcessingFailure(ofActivity(meant))).toBe("It has no text.");
    expect(explainProcessingFailure(meant)).toBe("It has no text.");
  });

  it.each([
    ["a message of our own insides", ofActivity(internal)],
    ["such a message by itself", internal],
    ["an error of no kind that we know", new Error("connect ECONNREFUSED 10.0.0.5:5432")],
    ["a time-out", ofActivity(new Error("activity StartToClose timeout"))],
  ])("is never %s", (_what, error) => {
    expect(explainProcessingFailure(error)).toBe(TOO_LONG);
    expect(explainProcessingFailure(error, "It was canceled.")).toBe("It was canceled.");
  });
});
