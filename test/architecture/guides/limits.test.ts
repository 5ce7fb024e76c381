import { expect, it } from "@jest/globals";
import { BODY_BYTES, PUBLIC_BODY_BYTES } from "../../../api/http/body-limits.ts";
import { BYTES_OF_ONE } from "../../../api/http/load/body-cost.ts";
import { DEEPEST_NESTING } from "../../../api/http/read-request-body.ts";
import { EVENT_STREAMS, STREAMS_END_WITHIN_MS } from "../../../domain/access/event-streams.ts";
import { USUAL_QUOTAS } from "../../../domain/access/quotas.ts";
import { LARGE_BODIES, SHARES_OF_ORGANIZATION, USUAL_REQUESTS } from "../../../domain/access/request-limits.ts";
import { SIGN_UPS_PER_HOUR } from "../../../domain/access/sign-up.ts";
import { READ_DEFINITION_LIMITS } from "../../../domain/agent/definition-limits.ts";
import { MOST_CALLS_AT_ONCE } from "../../../domain/campaign/concurrency.rules.ts";
import {
  LARGEST_EXCEL_BYTES,
  LONGEST_ROW_CHARACTERS,
  MOST_EXCEL_ROWS,
} from "../../../domain/contact/contact-file-limits.ts";
import { GIGABYTE, KILOBYTE, MEGABYTE } from "../../../domain/file/bytes.ts";
import { LARGEST_FILE_BYTES } from "../../../domain/file/uploaded-file.ts";
import { LONGEST_JSON_BYTES } from "../../../domain/json/limited-json.ts";
import {
  MOST_FUNCTIONS_CALLED,
  TELEPHONE_REPLY,
  TRANSLATION_REPLY,
  WRITTEN_REPLY,
} from "../../../domain/model/reply-limits.ts";
import { MINUTE_MS } from "../../../domain/time/durations.rules.ts";
import { TOOL_CALL_SHARE } from "../../../domain/tool/tool-call-shares.ts";
import { read } from "./markdown.ts";

const LIMITS = "docs/integrators/errors-and-limits.md";
const inKilobytes = (bytes: number): string => `${bytes / KILOBYTE} KB`;
const inMegabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;
const written = (count: number): string => count.toLocaleString("en");
const IN_WORDS: Readonly<Record<number, string>> = {
  2: "two",
  4: "four",
  10: "ten",
  15: "fifteen",
  20: "twenty",
  30: "thirty",
  50: "fifty",
  100: "a hundred",
};
const inWords = (count: number): string => IN_WORDS[count] ?? String(count);
const inSeconds = (ms: number): string => (ms === 1000 ? "a second" : `${inWords(ms / 1000)} seconds`);
/** The share of an organization in work of one kind, as the table of limits says it. */
const shareOf = (kind: keyof typeof SHARES_OF_ORGANIZATION): string => {
  const { atATime, waiting } = SHARES_OF_ORGANIZATION[kind];
  return `${inWords(atATime)} at a time for an organization and ${inWords(waiting)} that wait`;
};
const { conversing } = SHARES_OF_ORGANIZATION;
const STREAM_MINUTES = EVENT_STREAMS.goodForMs / MINUTE_MS;
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
  [LIMITS, `RATE_LIMIT_PER_KEY_PER_SECOND\`, ${USUAL_REQUESTS.ofKeyPerSecond} a second`],
  [LIMITS, `RATE_LIMIT_PER_ADDRESS_PER_SECOND\`, ${USUAL_REQUESTS.ofAddressPerSecond} a second`],
  [LIMITS, `SIGNUPS_PER_HOUR\`, ${SIGN_UPS_PER_HOUR} an hour`],
  [LIMITS, `${written(READ_DEFINITION_LIMITS.nodes)} nodes and ${written(READ_DEFINITION_LIMITS.edges)} edges`],
  [
    LIMITS,
    `| Answer of a language model | ${written(TELEPHONE_REPLY.longestCharacters)} characters with the arguments of functions, ${MOST_FUNCTIONS_CALLED} functions, and ${TELEPHONE_REPLY.wholeReplyMs / 1000} seconds`,
  ],
  [LIMITS, `${written(WRITTEN_REPLY.longestCharacters)} characters and ${WRITTEN_REPLY.wholeReplyMs / 1000} seconds`],
  [
    LIMITS,
    `${written(TRANSLATION_REPLY.longestCharacters)} characters and ${inWords(TRANSLATION_REPLY.wholeReplyMs / MINUTE_MS)} minutes`,
  ],
  [LIMITS, `(a tool that is tried out, the list of an MCP server, a sentence for a model) | ${shareOf("asking")}`],
  [LIMITS, `MODEL_TURNS_PER_ORGANIZATION\`, ${inWords(conversing.atATime)} at a time for an organization`],
  [LIMITS, `unless the operator changed it, and ${inWords(conversing.waiting)} that wait`],
  [LIMITS, `the team's status) | ${shareOf("listing")}`],
  [LIMITS, `transcripts and sessions in text | ${shareOf("paging")}`],
  [LIMITS, `| Reports of calls | ${shareOf("reporting")}`],
  [LIMITS, `TEXT_SESSIONS_PER_ORGANIZATION\`, ${written(USUAL_QUOTAS.textSessions)} open ones`],
  [LIMITS, `WEB_CALLS_PER_ORGANIZATION\`, ${written(USUAL_QUOTAS.webCalls)} open ones`],
  [LIMITS, `UPLOAD_BYTES_PER_ORGANIZATION\`, ${USUAL_QUOTAS.uploadBytes / GIGABYTE} GiB`],
  [LIMITS, `ROW_BYTES_PER_ORGANIZATION\`, ${USUAL_QUOTAS.rowBytes / GIGABYTE} GiB`],
  [
    LIMITS,
    `| ${inWords(TOOL_CALL_SHARE.atATime)} at a time for an organization, for each worker; ${inWords(TOOL_CALL_SHARE.waiting)} more wait for at most ${inWords(TOOL_CALL_SHARE.waitSeconds)} seconds`,
  ],
  [
    LIMITS,
    `${EVENT_STREAMS.most} at one time for an organization, for each API process; each lasts ${STREAM_MINUTES} min`,
  ],
  [
    LIMITS,
    `ends after ${STREAM_MINUTES} minutes, and within ${inSeconds(STREAMS_END_WITHIN_MS)} when its key is archived or its session ends`,
  ],
  [
    LIMITS,
    `Those of more than ${inKilobytes(BYTES_OF_ONE)} are read at ${inMegabytes(LARGE_BODIES.perSecond)} a second for an organization, for each API process; one that would wait more than ${inWords(LARGE_BODIES.longestWaitMs / 1000)} seconds gets 429`,
  ],
  [
    "docs/integrators/messages.md",
    `up to ${EVENT_STREAMS.most} streams open at a time; each ends after ${STREAM_MINUTES} min`,
  ],
  ["docs/integrators/campaigns.md", `A stream lasts ${STREAM_MINUTES} minutes`],
  [LIMITS, `of a campaign (${MOST_CALLS_AT_ONCE.toLocaleString("en")} at most)`],
])("%s says %s", (file, sentence) => {
  expect(read(file)).toContain(sentence);
});
