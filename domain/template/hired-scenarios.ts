import type { EndReason } from "../conversation/turn-session.ts";
import { scenarioContent } from "../rehearsal/scenario.ts";
import type { ScenarioCheck } from "../rehearsal/scenario-check.ts";
import { MANNERS } from "./hired-scenarios.data.ts";
import type { Outline, PackedScenario, ShelfTemplate, ShelfText, TemplateConversation } from "./template.ts";

/** What a tool of a template answers in its sample conversations. */
export const SAMPLE_ANSWER = { state: "sent" };

/** The built-in model says the same each time. */
const PLAYED_ONCE = { runs: 1, must_pass: true };

/** Returns the sample conversations of a template, or the scenarios of a packed agent, as scenarios of the agent that is hired from it. */
export const listHiredScenarios = ({ tools }: Pick<ShelfTemplate, "tools">, text: ShelfText): PackedScenario[] =>
  "packed" in text
    ? [...text.packed.scenarios]
    : [
        ...text.conversations.map((conversation) => ({
          ...PLAYED_ONCE,
          name: conversation.title,
          content: scenarioContent.parse({
            caller: { kind: "scripted", lines: conversation.turns.map(({ person }) => ({ say: person })) },
            tools: Object.fromEntries(tools.map(({ name }) => [name, { returns: SAMPLE_ANSWER }])),
            checks: [
              { kind: "says", text: text.disclosure },
              ...listChecks(conversation, { outline: text.outline, tools }),
            ],
          }),
        })),
        ...listManners(text.language),
      ];

/** Returns how people behave on every kind of call, in the language of the agent; none where its words are not known. */
const listManners = (language: string): PackedScenario[] => {
  const manners = MANNERS[language.slice(0, 2)];
  if (!manners) return [];
  const { optOut, silence, robot } = manners;
  const scenarios: { name: string; lines: object[]; checks: object[] }[] = [
    { name: optOut.name, lines: [{ say: optOut.say }], checks: [{ kind: "turns_at_most", turns: 3 }] },
    {
      name: silence.name,
      lines: [{ silence_seconds: LONG_SILENCE_SECONDS }],
      checks: [{ kind: "disposition", equals: "user_idle" satisfies EndReason }],
    },
    { name: robot.name, lines: [{ say: robot.say }, { hang_up: true }], checks: [] },
  ];
  return scenarios.map(({ name, lines, checks }) => ({
    ...PLAYED_ONCE,
    name,
    content: scenarioContent.parse({ caller: { kind: "scripted", lines }, checks }),
  }));
};

/** Two waits of an agent fit into it, as its settings are where nobody has changed them. */
const LONG_SILENCE_SECONDS = 90;

const listChecks = (
  conversation: TemplateConversation,
  { outline, tools }: { outline: Outline; tools: ShelfTemplate["tools"] },
): ScenarioCheck[] => {
  const steps = walk(conversation, outline);
  const used = new Set(conversation.tools);
  const end = steps.at(-1);
  return [
    ...steps.slice(0, -1).map((step): ScenarioCheck => ({ kind: "reaches", step })),
    ...(end === undefined ? [] : [{ kind: "ends_at" as const, step: end }]),
    ...Object.entries(conversation.variables).map(
      ([name, equals]): ScenarioCheck => ({ kind: "variable", name, equals }),
    ),
    ...tools.map(
      ({ key, name }): ScenarioCheck =>
        used.has(key) ? { kind: "tool_called", tool: name, times: 1 } : { kind: "tool_not_called", tool: name },
    ),
    // Each line has an answer, and each step that is gone over may add one.
    { kind: "turns_at_most", turns: conversation.turns.length + 1 },
  ];
};

/** Returns the names of the steps that a conversation goes over after the start. */
const walk = ({ turns }: TemplateConversation, { start, steps, ends }: Outline): string[] => {
  let node = "start";
  return turns
    .flatMap(({ takes }) => takes)
    .flatMap((taken) => {
      const talk = node === "start" ? start : steps[node];
      const edge = talk?.to.find(({ id }) => id === taken);
      if (!edge) return [];
      node = edge.to;
      const name = steps[node]?.name ?? ends[node]?.name;
      return name === undefined ? [] : [name];
    });
};
