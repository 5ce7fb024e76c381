import { type Addition, fillTemplate } from "./addition.ts";
import { spellName } from "./names.ts";

/** Plans a workflow with its contract, ports, rules, activities and tests, known to the worker. */
export const newWorkflow = (_root: string, name: string): Addition => {
  const { kebab, camel, pascal, words, title } = spellName(name);
  const values = { kebab, camel, pascal, words, title };
  const workflow = `workflows/${kebab}/${kebab}`;
  return {
    files: {
      [`${workflow}.contract.ts`]: fillTemplate("workflow.contract", values),
      [`${workflow}.ports.ts`]: fillTemplate("workflow.ports", values),
      [`${workflow}.workflow.ts`]: fillTemplate("workflow.workflow", values),
      [`domain/${kebab}/${kebab}.rules.ts`]: fillTemplate("workflow.rules", values),
      [`activities/${kebab}/${kebab}.activities.ts`]: fillTemplate("workflow.activities", values),
      [`activities/${kebab}/carry-out-${kebab}.ts`]: fillTemplate("workflow.activity", values),
      [`test/workflows/${kebab}/${kebab}.workflow.test.ts`]: fillTemplate("workflow.test", values),
      [`test/domain/${kebab}/${kebab}.rules.test.ts`]: fillTemplate("workflow.rules.test", values),
    },
    edits: [
      {
        file: "workflows/index.ts",
        atEnd: true,
        text: `export { ${camel} } from "./${kebab}/${kebab}.workflow.ts";\n`,
      },
      {
        file: "worker/queues.ts",
        before: "import { createRetentionActivities }",
        text: `import { create${pascal}Activities } from "../activities/${kebab}/${kebab}.activities.ts";\n`,
      },
      {
        file: "worker/queues.ts",
        before: "        ...createRetentionActivities(deps),\n",
        text: `        ...create${pascal}Activities(deps),\n`,
      },
    ],
    next: [
      `Write what it is about: its input in ${workflow}.contract.ts, what it needs in ${workflow}.ports.ts.`,
      `Write the decisions in domain/${kebab}/ and the work in activities/${kebab}/.`,
      `RECORD_HISTORIES=1 npm test -- test/workflows/${kebab} records what later code is replayed against.`,
      "A line in the tables of workflows/README.md and activities/README.md.",
      `npm test -- test/workflows/${kebab} test/domain/${kebab} test/workflows/replay`,
    ],
  };
};
