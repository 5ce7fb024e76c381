import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { ALERTS } from "./monitoring/alerts.ts";
import { DASHBOARDS, type Dashboard, type Panel } from "./monitoring/dashboards.ts";

/** For Prometheus and Grafana as they are, and for the chart, which reads no file outside of itself. */
const FOLDERS = ["deploy/monitoring", "deploy/helm/ringdown/files"] as const;
const RUNBOOKS = "docs/operators/runbooks.md";
const WIDTH = 12;
const HEIGHT = 8;

/** Returns the address of a heading, as Markdown has it. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .replaceAll(" ", "-");

/** Builds every file of monitoring by its path: the rules for Prometheus and the dashboards for Grafana. */
export const buildMonitoring = (): Record<string, string> => {
  const files: (readonly [name: string, text: string])[] = [
    ["alerts.yaml", buildRules()],
    ...DASHBOARDS.map((dashboard) => [`${dashboard.name}.json`, buildDashboard(dashboard)] as const),
  ];
  return Object.fromEntries(FOLDERS.flatMap((folder) => files.map(([name, text]) => [`${folder}/${name}`, text])));
};

const buildRules = (): string => {
  const rules = ALERTS.map(({ name, expression, for: duration, severity, summary, runbook }) => ({
    alert: name,
    expr: expression,
    for: duration,
    labels: { severity },
    annotations: { summary, runbook: `${RUNBOOKS}#${toAnchor(runbook)}` },
  }));
  return `# Written by \`npm run dashboards\` from scripts/monitoring/alerts.ts.\n${stringify({ groups: [{ name: "ringdown", rules }] }, { lineWidth: 0 })}`;
};

const buildDashboard = ({ name, title, panels }: Dashboard): string => {
  const dashboard = {
    uid: name,
    title,
    tags: ["ringdown"],
    schemaVersion: 39,
    editable: true,
    refresh: "1m",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus" }] },
    panels: panels.map(buildPanel),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
};

const buildPanel = ({ title, unit, lines }: Panel, at: number) => {
  const datasource = { type: "prometheus", uid: "${datasource}" };
  return {
    id: at + 1,
    type: "timeseries",
    title,
    datasource,
    gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
    targets: lines.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + index),
      datasource,
      expr,
      legendFormat,
    })),
  };
};

if (import.meta.main)
  for (const [file, text] of Object.entries(buildMonitoring())) {
    const path = join(import.meta.dirname, "..", file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
