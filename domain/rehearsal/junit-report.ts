/** A conversation as a report for continuous integration shows it. */
export interface ReportedConversation {
  scenario: string;
  run: number;
  runs: number;
  state: string;
  seconds: number;
  faults: readonly { expected: string; found: string | null; sentences: readonly string[] }[];
  error: string | null;
}

/** Writes a rehearsal as JUnit XML, one test case for each conversation. */
export const writeJunitReport = (name: string, conversations: readonly ReportedConversation[]): string => {
  const count = (isCounted: (each: ReportedConversation) => boolean) => conversations.filter(isCounted).length;
  const failures = count(({ state }) => state === "red");
  const errors = count(({ state }) => state === "failed");
  const skipped = count(({ state }) => state !== "green" && state !== "red" && state !== "failed");
  const seconds = conversations.reduce((sum, each) => sum + each.seconds, 0).toFixed(3);
  const totals = `tests="${conversations.length}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}" ${totals}>`,
    `  <testsuite name="${escapeXml(name)}" ${totals}>`,
    ...conversations.flatMap((conversation) => writeCase(name, conversation)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
};

const writeCase = (
  suite: string,
  { scenario, run, runs, seconds, ...conversation }: ReportedConversation,
): string[] => {
  const title = runs === 1 ? scenario : `${scenario} (${run} of ${runs})`;
  const head = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(title)}" time="${seconds.toFixed(3)}"`;
  const inner = writeOutcome(conversation);
  return inner.length === 0 ? [`${head}/>`] : [`${head}>`, ...inner, "    </testcase>"];
};

const writeOutcome = ({ state, faults, error }: Pick<ReportedConversation, "state" | "faults" | "error">): string[] => {
  if (state === "green") return [];
  if (state === "failed") return [`      <error message="${escapeXml(error ?? "It could not be played")}"/>`];
  if (state !== "red") return ["      <skipped/>"];
  return faults.map(({ expected, found, sentences }) => {
    const message = found === null ? expected : `${expected}: ${found}`;
    return `      <failure message="${escapeXml(message)}">${escapeXml(sentences.join("\n"))}</failure>`;
  });
};

/** Characters that XML cannot carry are left out. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
