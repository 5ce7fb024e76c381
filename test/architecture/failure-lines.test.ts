import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { describeFailures } from "../harness/failure-lines.ts";

const testFilePath = join(import.meta.dirname, "../api/start.test.ts");
const passed = { status: "passed", fullName: "a start succeeds", failureMessages: [] };

it("a failure is told in one line with its file, its name and what differs, without its stack", () => {
  const message = [
    "Error: \u001B[2mexpect(\u001B[22m1\u001B[2m)\u001B[22m.toBe(2)",
    "",
    "- Expected  - 1",
    "+ Received  + 1",
    "    at Object.<anonymous> (test/api/start.test.ts:8:3)",
  ];
  const failed = { status: "failed", fullName: "a start fails", failureMessages: [message.join("\n")] };
  expect(describeFailures({ testFilePath, testResults: [passed, failed] })).toEqual([
    "FAILED test/api/start.test.ts › a start fails: Error: expect(1).toBe(2) | - Expected  - 1 | + Received  + 1",
  ]);
});

it("a file that could not be loaded is told of too", () => {
  const testExecError = { message: "Cannot find module './absent.ts'", stack: "    at resolve (node:internal)" };
  expect(describeFailures({ testFilePath, testResults: [], testExecError })).toEqual([
    "FAILED test/api/start.test.ts › the file: Cannot find module './absent.ts'",
  ]);
});

it("tests that passed are not told of", () => {
  expect(describeFailures({ testFilePath, testResults: [passed] })).toEqual([]);
});
