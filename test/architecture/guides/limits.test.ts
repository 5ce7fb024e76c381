import { expect, it } from "@jest/globals";
import { BODY_BYTES, PUBLIC_BODY_BYTES } from "../../../api/http/body-limits.ts";
import { DEEPEST_NESTING } from "../../../api/http/read-request-body.ts";
import { MOST_CALLS_AT_ONCE } from "../../../domain/campaign/concurrency.rules.ts";
import {
  LARGEST_EXCEL_BYTES,
  LONGEST_ROW_CHARACTERS,
  MOST_EXCEL_ROWS,
} from "../../../domain/contact/contact-file-limits.ts";
import { KILOBYTE, MEGABYTE } from "../../../domain/file/bytes.ts";
import { LARGEST_FILE_BYTES } from "../../../domain/file/uploaded-file.ts";
import { LONGEST_JSON_BYTES } from "../../../domain/json/limited-json.ts";
import { read } from "./markdown.ts";

const LIMITS = "docs/integrators/errors-and-limits.md";
const inKilobytes = (bytes: number): string => `${bytes / KILOBYTE} KB`;
const inMegabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;
const LARGEST_FILE = inMegabytes(LARGEST_FILE_BYTES);

/** Sentences that people read and that name a limit; the console imports nothing of the platform. */
it.each([
  [LIMITS, `| JSON body | ${inMegabytes(BODY_BYTES)}, ${inKilobytes(PUBLIC_BODY_BYTES)} without credentials`],
  [LIMITS, `nested ${DEEPEST_NESTING} deep`],
  [
    LIMITS,
    `| Excel files | ${inMegabytes(LARGEST_EXCEL_BYTES)}, ${MOST_EXCEL_ROWS.toLocaleString("en")} rows, ${inKilobytes(LONGEST_ROW_CHARACTERS)} in one row`,
  ],
  [LIMITS, `| Contact files, documents | ${LARGEST_FILE} each`],
  [LIMITS, inKilobytes(LONGEST_JSON_BYTES)],
  ["docs/integrators/documents.md", LARGEST_FILE],
  ["docs/integrators/campaigns.md", `CSV and XLSX files of up to ${LARGEST_FILE}`],
  ["docs/integrators/do-not-call.md", `up to ${LARGEST_FILE}`],
  ["console/words/en/agents.ts", `up to ${LARGEST_FILE}`],
  ["console/words/en/contacts.ts", `Up to ${LARGEST_FILE}`],
  ["console/words/de/agents.ts", `bis ${LARGEST_FILE}`],
  ["console/words/de/contacts.ts", `Bis ${LARGEST_FILE}`],
  [LIMITS, `of a campaign (${MOST_CALLS_AT_ONCE.toLocaleString("en")} at most)`],
])("%s says %s", (file, sentence) => {
  expect(read(file)).toContain(sentence);
});
