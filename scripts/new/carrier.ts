import { type Addition, fillTemplate } from "./addition.ts";
import { spellName } from "./names.ts";

/** Plans a carrier that refuses everything until it is written, and its rig for the suite that defines what a carrier is. */
export const newCarrier = (_root: string, name: string): Addition => {
  const { kebab, camel, pascal, title } = spellName(name);
  const values = { kebab, camel, pascal, title };
  const folder = `infra/telephony/${kebab}`;
  return {
    files: {
      [`${folder}/${kebab}.carrier.ts`]: fillTemplate("carrier.carrier", values),
      [`${folder}/${kebab}.description.ts`]: fillTemplate("carrier.description", values),
      [`test/infra/telephony/${kebab}-stand-in.ts`]: fillTemplate("carrier.stand-in", values),
      [`test/${folder}/${kebab}.carrier.test.ts`]: fillTemplate("carrier.test", values),
    },
    edits: [
      {
        file: "infra/telephony/carrier-registry.ts",
        before: "\nexport interface CarrierRegistryOptions {",
        text: `import { create${pascal}Carrier, type ${pascal}CarrierOptions } from "./${kebab}/${kebab}.carrier.ts";\n`,
      },
      {
        file: "infra/telephony/carrier-registry.ts",
        after: "  simulator: SimulatorCarrierOptions;\n",
        text: `  ${camel}?: ${pascal}CarrierOptions;\n`,
      },
      {
        file: "infra/telephony/carrier-registry.ts",
        before: "  ];\n  const byProvider",
        text: `    create${pascal}Carrier(options.${camel} ?? {}),\n`,
      },
    ],
    next: [
      `Write the fields of an account in ${folder}/${kebab}.description.ts, and the stand-in in test/infra/telephony/${kebab}-stand-in.ts.`,
      `Write one method of ${folder}/${kebab}.carrier.ts after the other; the suite says what each must do, and is red until then.`,
      "The rig has a sentence for each thing that the carrier lacks.",
      "A variable for the base URL in infra/config/config.ts, handed over in infra/adapters.ts; npm run config-table.",
      `npm test -- test/${folder}`,
    ],
  };
};
