import { expect, it } from "@jest/globals";
import { ApplicationFailure, CancelledFailure } from "@temporalio/activity";
import { defaultFailureConverter, defaultPayloadConverter } from "@temporalio/common";
import { createFailureInterceptor } from "../../activities/failure-interceptor.ts";
import { captureLog } from "../harness/captured-log.ts";

const NUMBER = "+12025550123";

/** Returns what an activity's failure leaves in the history of its workflow. */
const inHistory = async (thrown: Error) => {
  const log = captureLog();
  const { execute } = createFailureInterceptor(log.logger);
  const failure = await execute?.({ args: [], headers: {} }, () => Promise.reject(thrown)).catch(
    (error: unknown) => error,
  );
  return {
    failure,
    text: JSON.stringify(defaultFailureConverter.errorToFailure(failure, defaultPayloadConverter)),
    log,
  };
};

it("holds no number, no value of a row, and the code of what went wrong", async () => {
  const error = Object.assign(new Error(`invalid input syntax for type json: "${NUMBER} Jane"`), {
    severity: "ERROR",
    code: "22P02",
    detail: `Key (phone_number)=(${NUMBER})`,
  });
  const { failure, text, log } = await inHistory(error);
  expect(failure).toMatchObject({ type: "22P02", nonRetryable: false });
  expect(text).not.toMatch(/2025550123|Jane/);
  expect(log.text()).not.toMatch(/2025550123|Jane/);
  expect(log.lines()).toHaveLength(1);
});

it("holds the sentence of a failure made on purpose, without its numbers and without its cause", async () => {
  const cause = new Error(`row 3: ${NUMBER} password=hunter2hunter2`);
  const made = ApplicationFailure.create({
    message: `No call to ${NUMBER}`,
    type: "Refused",
    nonRetryable: true,
    cause,
  });
  const { failure, text } = await inHistory(made);
  expect(failure).toMatchObject({ message: "No call to +120255***23", type: "Refused", nonRetryable: true });
  expect(text).not.toMatch(/2025550123|hunter2|row 3/);
});

it("leaves a cancellation what it is", async () => {
  const { failure } = await inHistory(new CancelledFailure("canceled"));
  expect(failure).toBeInstanceOf(CancelledFailure);
});
