import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { stringify } from "yaml";
import { runProgram } from "../../infra/pinned-package/run-program.ts";
import { buildMonitoring, toAnchor } from "../../scripts/dashboards.ts";
import { ALERTS } from "../../scripts/monitoring/alerts.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { ALERT_STORIES } from "./alert-stories.ts";
import { resolveGoTool } from "./go-tools.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const RULES = join(root, "deploy/monitoring/alerts.yaml");

/** `TEST_PROMTOOL=1`: Go builds promtool the first time, which takes many minutes. */
const asked = process.env["TEST_PROMTOOL"] === "1";
if (!asked)
  process.stderr.write(
    "\n*** SKIPPED: promtool on the alert rules: set TEST_PROMTOOL=1, where Go and its proxy are\n\n",
  );

describe("the alert rules and dashboards", () => {
  it("are those that `npm run dashboards` makes of their tables", () => {
    for (const [file, text] of Object.entries(buildMonitoring()))
      expect([file, existsSync(join(root, file)) && read(file)]).toEqual([file, text]);
  });

  it("have a section of the runbook for each alert, which names it, and no section without one", () => {
    const sections = read("docs/operators/runbooks.md")
      .split(/^## /m)
      .slice(1)
      .map((section) => section.split("\n"));
    const headings = sections.map(([heading = ""]) => heading);
    for (const { name, runbook } of ALERTS) {
      const section = sections.find(([heading]) => heading === runbook);
      expect([name, section?.join("\n").includes(`\`${name}\``)]).toEqual([name, true]);
    }
    expect(headings.filter((heading) => !ALERTS.some(({ runbook }) => runbook === heading))).toEqual([]);
    expect(toAnchor("A carrier is stuck")).toBe("a-carrier-is-stuck");
  });

  it("have a story for each alert, in which it comes", () => {
    expect(Object.keys(ALERT_STORIES).toSorted()).toEqual(ALERTS.map(({ name }) => name).toSorted());
  });
});

const judged = asked ? it : it.skip;
describe("promtool", () => {
  const folder = mkdtempSync(join(tmpdir(), "ringdown-rules-"));
  let promtool: string;
  beforeAll(async () => {
    if (asked) promtool = await resolveGoTool("promtool");
  }, 3_600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  judged("accepts the rules", async () => {
    const said = await runProgram(promtool, ["check", "rules", "--lint-fatal", RULES], { timeoutMs: PATIENCE_MS });
    expect(said).toContain(`SUCCESS: ${ALERTS.length} rules found`);
  });

  judged.each(Object.entries(ALERT_STORIES))(
    "sees %s come in its story, and not in the usual one",
    async (name, { bad, good, at = "3h" }) => {
      const alert = ALERTS.find((each) => each.name === name);
      const { severity, summary, runbook } = alert ?? { severity: "", summary: "", runbook: "" };
      const story = (series: Record<string, string>) =>
        Object.entries(series).map(([text, values]) => ({ series: text, values }));
      const annotations = { summary, runbook: `docs/operators/runbooks.md#${toAnchor(runbook)}` };
      const labels = (bad.labels ?? [{}]).map((each) => ({
        exp_labels: { severity, ...each },
        exp_annotations: annotations,
      }));
      const tests = [
        {
          interval: "1m",
          input_series: story(bad.series),
          alert_rule_test: [{ eval_time: at, alertname: name, exp_alerts: labels }],
        },
        {
          interval: "1m",
          input_series: story(good),
          alert_rule_test: [{ eval_time: at, alertname: name, exp_alerts: [] }],
        },
      ];
      const file = join(folder, `${name}.yaml`);
      writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
      expect(await runProgram(promtool, ["test", "rules", file], { timeoutMs: PATIENCE_MS })).toContain("SUCCESS");
    },
  );
});
