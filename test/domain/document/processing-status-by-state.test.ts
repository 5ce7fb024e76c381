import { expect, it } from "@jest/globals";
import { limitDocumentBytes } from "../../../domain/document/document-upload.ts";
import { stateOfFailed, stateOfReadable } from "../../../domain/document/processing-status-by-state.ts";
import { LARGEST_FILE_BYTES } from "../../../domain/file/uploaded-file.ts";

it("a document that was read is ready, or stale where its vectors are of a former model", () => {
  expect(stateOfReadable({ isOutdated: false })).toBe("ready");
  expect(stateOfReadable({ isOutdated: true })).toBe("stale");
});

it("a document whose newest version failed is stale where an earlier one is read", () => {
  expect(stateOfFailed({ isReadable: true })).toBe("stale");
  expect(stateOfFailed({ isReadable: false })).toBe("failed");
});

it("a file is as large as any upload, where the plan has room for it", () => {
  expect(limitDocumentBytes({ limit_bytes: 2 * LARGEST_FILE_BYTES, used_bytes: 0 })).toBe(LARGEST_FILE_BYTES);
  expect(limitDocumentBytes({ limit_bytes: 1_000, used_bytes: 900 })).toBe(100);
});
