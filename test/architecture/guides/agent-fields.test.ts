import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { describeFields } from "./describe-fields.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- agent-fields`.
const FILE = "docs/integrators/agent-fields.md";
const HEAD = `# Every field of an agent

What a definition and its settings can say, and what each does. The node types are also answered by \`GET /node-types\`.
This page is made from the code, and a test compares the two.
`;

it("the guide lists every field as the code describes it", () => {
  const wanted = `${HEAD}\n${describeFields()}\n`;
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, "utf8")).toBe(wanted);
});
