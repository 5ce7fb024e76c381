import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { tools } from "../../../api/mcp/tools.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- mcp-tools`.
const FILE = "docs/integrators/mcp.md";
const [BEGIN, END] = ["<!-- tools -->\n", "<!-- end of tools -->"];
const WORDS = { reads: "reads", acts: "changes", confirms: "asks first" };

it("the guide lists every tool as clients see it", () => {
  const rows = tools.map(({ name, effect, description }) => `| \`${name}\` | ${WORDS[effect]} | ${description} |`);
  const table = ["| Tool | | What it does |", "|---|---|---|", ...rows, ""].join("\n");
  const text = readFileSync(FILE, "utf8");
  const wanted = `${text.slice(0, text.indexOf(BEGIN))}${BEGIN}\n${table}\n${text.slice(text.indexOf(END))}`;
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(text).toBe(wanted);
});
