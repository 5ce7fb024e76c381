import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Addition, fillTemplate } from "./addition.ts";
import { formPlural, parsePlace } from "./names.ts";

/** Plans a table with its migration, policy, entity and repository, a row for the generated tests of isolation, and a test. */
export const newTable = (root: string, place: string): Addition => {
  const { area, name } = parsePlace(place);
  const [number, latest] = nextMigration(root);
  const [table, kebabs] = [formPlural(name.snake), formPlural(name.kebab)];
  const migration = `${number}-${kebabs}`;
  const [module, camels] = [formPlural(name.camel), formPlural(name.pascal)];
  const values = {
    area: area.kebab,
    kebab: name.kebab,
    camel: name.camel,
    pascal: name.pascal,
    words: name.words,
    camels,
    table,
  };
  const folder = `infra/postgres/${area.kebab}`;
  return {
    files: {
      [`infra/postgres/migrations/${migration}.ts`]: fillTemplate("table.migration", values),
      [`${folder}/${name.kebab}.entity.ts`]: fillTemplate("table.entity", values),
      [`${folder}/${name.kebab}.repository.ts`]: fillTemplate("table.repository", values),
      [`test/${folder}/${name.kebab}.repository.test.ts`]: fillTemplate("table.test", values),
    },
    edits: [
      {
        file: "infra/postgres/migrations/migrations.ts",
        behindImports: true,
        text: `import * as ${module} from "./${migration}.ts";\n`,
      },
      {
        file: "infra/postgres/migrations/migrations.ts",
        before: "};",
        text: `  "${migration}": ${module},\n`,
      },
      {
        file: "infra/postgres/entities.ts",
        behindImports: true,
        text: `import { ${name.pascal} } from "./${area.kebab}/${name.kebab}.entity.ts";\n`,
      },
      { file: "infra/postgres/entities.ts", before: "] as const;", text: `  ${name.pascal},\n` },
      {
        file: "infra/postgres/privacy/other-data.ts",
        before: "} as const satisfies",
        text: `  ${table}: { none: columns("id organization_id name created_at") },\n`,
      },
      {
        file: "test/factories/tenant-rows.ts",
        after: "  const key = await createKey(test, { tenant });\n",
        text: fillTemplate("table.row", values),
      },
    ],
    next: [
      `Write the columns in infra/postgres/migrations/${migration}.ts (after ${latest}) and in ${folder}/${name.kebab}.entity.ts alike.`,
      "Say in infra/postgres/privacy/other-data.ts which columns hold something of a person, and how erasure finds them.",
      "The row in test/factories/tenant-rows.ts needs a value for each column without a default.",
      `npm test -- test/${folder} test/infra/postgres/entities.test.ts test/infra/postgres/row-level-security.test.ts`,
    ],
  };
};

/** Returns the next free number, and the migration before it. */
const nextMigration = (root: string): [number: string, latest: string] => {
  const files = readdirSync(join(root, "infra/postgres/migrations")).filter((file) => /^\d{4}-/.test(file));
  const latest = files.sort().at(-1) ?? "0000-none.ts";
  return [String(Number(latest.slice(0, 4)) + 1).padStart(4, "0"), latest.replace(/\.ts$/, "")];
};
