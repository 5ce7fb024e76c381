import { queryOptions } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { RulePack } from "../api/routes.ts";
import { CheckField } from "../ui/fields.tsx";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";

const texts = words.organization.rulePacks;
const said = (sentence: { en: string; de: string }): string => sentence[language === "de" ? "de" : "en"];

export const rulePacksQuery = queryOptions({
  queryKey: ["rule-packs"],
  queryFn: () => callApi("GET /organizations/rule-packs"),
  staleTime: 60_000,
});

/** Tells whether the names that an organization chooses mean a version of a pack. */
export const isChosen = (packs: readonly string[], { pack, id }: RulePack): boolean =>
  packs.some((name) => name === pack || name === id);

/** Returns those rules that are of packs of these names. */
export const listRulesOf = (rules: readonly string[], packs: readonly string[]): string[] => {
  const ids = new Set(packs.map((name) => name.split("@")[0]));
  return rules.filter((rule) => ids.has(rule.split("/")[0]));
};

interface ChosenPacks {
  packs: readonly string[];
  unconfirmed: readonly string[];
}

interface PackListProps extends ChosenPacks {
  all: readonly RulePack[];
  onChange(changed: Partial<ChosenPacks>): void;
}

/** Every pack, to be chosen, and of the chosen ones what each rule says. */
export const PackList = ({ all, packs, unconfirmed, onChange }: PackListProps) => (
  <>
    {all.map((pack) => (
      <PackFields
        key={pack.pack}
        pack={pack}
        isOn={isChosen(packs, pack)}
        unconfirmed={unconfirmed}
        onChange={(isOn) =>
          onChange({
            packs: isOn ? [...packs, pack.pack] : packs.filter((name) => name !== pack.pack && name !== pack.id),
          })
        }
        onRuleChange={(rule) => (isOn) =>
          onChange({ unconfirmed: isOn ? [...unconfirmed, rule] : unconfirmed.filter((name) => name !== rule) })
        }
      />
    ))}
  </>
);

interface PackProps {
  pack: RulePack;
  isOn: boolean;
  unconfirmed: readonly string[];
  onChange(isOn: boolean): void;
  onRuleChange(rule: string): (isOn: boolean) => void;
}

const PackFields = ({ pack, isOn, unconfirmed, onChange, onRuleChange }: PackProps) => (
  <>
    <CheckField
      label={`${said(pack.name)} (${pack.version})`}
      hint={`${said(pack.about)} ${texts.concerns(pack.countries.join(", "), pack.regions?.join(", ") ?? "")}`}
      isOn={isOn}
      onChange={onChange}
    />
    {isOn && (
      <ul>
        {pack.rules.map((rule) => (
          <li key={rule.rule}>
            {rule.to_be_confirmed ? (
              <CheckField
                label={said(rule.says)}
                hint={`${describeSource(rule)} ${texts.confirm}`}
                isOn={unconfirmed.includes(rule.rule)}
                onChange={onRuleChange(rule.rule)}
              />
            ) : (
              <p>
                {said(rule.says)} {describeSource(rule)} {texts.alwaysOn}
              </p>
            )}
          </li>
        ))}
      </ul>
    )}
  </>
);

const describeSource = ({ source, paragraph, checked, wording }: RulePack["rules"][number]): string => {
  const read = checked === null ? texts.fromMemory : texts.readOn(checked);
  const said = wording?.[language] ?? wording?.["en"];
  return [texts.from(source, paragraph), read, ...(said === undefined ? [] : [texts.wording(said)])].join(" ");
};
