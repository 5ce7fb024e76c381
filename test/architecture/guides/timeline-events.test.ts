import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import type { AnyOperation } from "../../../api/http/operation.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- timeline-events`.
const FILE = "docs/integrators/timeline-events.md";
const HEAD = `# What the timeline tells

\`GET /timeline\` answers with what happened in the organization, newest first; [Calls](calls.md#what-happened-in-order) shows
how to read it, [Webhooks](webhooks.md) how your own system hears of it. The tables say which kind of event each operation
writes, at once or by the workflow that it starts. The \`actor\` of the event is whoever asked: \`user:7\` or \`api_key:12\`;
\`agent:3\` where an agent acts, as in a call. A change that changes nothing, such as the same name again, writes none. These
tables are made from the code, and a test carries out each operation and looks for its event.
`;

const rowsOf = (list: readonly AnyOperation[]) =>
  list.map(({ id, method, path, timeline }) => {
    const trace = typeof timeline === "string" ? `\`${timeline}\`` : `none: ${timeline?.none ?? ""}`;
    return `| \`${id}\` | \`${method.toUpperCase()} ${path}\` | ${trace} |`;
  });

const sectionOf = (area: string) => {
  const list = operations.filter(({ method, area: own }) => own === area && method !== "get");
  if (list.length === 0) return [];
  return [`\n## ${area}\n`, "| Operation | Request | Event |", "|---|---|---|", ...rowsOf(list)];
};

it("the guide lists what each operation writes", () => {
  const areas = [...new Set(operations.map(({ area }) => area))];
  const wanted = `${HEAD}${areas.flatMap(sectionOf).join("\n")}\n`;
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, "utf8")).toBe(wanted);
});
