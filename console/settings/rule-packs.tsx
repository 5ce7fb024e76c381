import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi, Refusal } from "../api/client.ts";
import type { OrganizationPreferences, RulePack, RulePacksPreview } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CheckField, LongTextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";
import { readOwnRules, writeOwnRules } from "./own-rules-text.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const texts = words.organization.rulePacks;
const said = (sentence: { en: string; de: string }): string => sentence[language === "de" ? "de" : "en"];

const rulePacksQuery = queryOptions({
  queryKey: ["rule-packs"],
  queryFn: () => callApi("GET /organizations/rule-packs"),
  staleTime: 60_000,
});

/** The form of the rule packs and own rules of the organization; it shows whom they would stop before they are saved. */
export const RulePacks = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const { data } = useSuspenseQuery(rulePacksQuery);
  const [packs, setPacks] = useState<readonly string[]>(preferences.rule_packs);
  const [unconfirmed, setUnconfirmed] = useState<readonly string[]>(preferences.unconfirmed_rules);
  const [own, setOwn] = useState(writeOwnRules(preferences.own_rules));
  const [seen, setSeen] = useState<{ of: string; preview: RulePacksPreview } | null>(null);
  const rules = readOwnRules(own);
  const isChosen = ({ pack, id }: RulePack): boolean => packs.some((name) => name === pack || name === id);
  const chosenIds = new Set(data.rule_packs.filter(isChosen).map(({ id }) => id));
  const asked = {
    rule_packs: [...packs],
    unconfirmed_rules: unconfirmed.filter((rule) => chosenIds.has(rule.split("/")[0] ?? "")),
    own_rules: typeof rules === "number" ? [] : rules,
  };
  const save = useSavePreferences(() => asked);
  const look = useAction({
    run: () => callApi("POST /organizations/rule-packs/preview", { body: asked }),
    onDone: (preview) => setSeen({ of: JSON.stringify(asked), preview }),
    savesNothing: true,
  });
  const toggle = (pack: RulePack) => (isOn: boolean) =>
    setPacks(isOn ? [...packs, pack.pack] : packs.filter((name) => name !== pack.pack && name !== pack.id));
  const toggleRule = (rule: string) => (isOn: boolean) =>
    setUnconfirmed(isOn ? [...unconfirmed, rule] : unconfirmed.filter((name) => name !== rule));
  const error = save.error ?? look.error;
  const fault =
    typeof rules === "number"
      ? texts.ownFault(rules)
      : error instanceof Refusal
        ? error.faults.find(({ loc }) => loc.includes("own_rules"))?.msg
        : undefined;
  return (
    <Card title={texts.title}>
      <SaveForm save={save}>
        <p>
          {texts.text} {texts.noAdvice}
        </p>
        {data.rule_packs.map((pack) => (
          <PackFields
            key={pack.pack}
            pack={pack}
            isOn={isChosen(pack)}
            unconfirmed={unconfirmed}
            onChange={toggle(pack)}
            onRuleChange={toggleRule}
          />
        ))}
        <LongTextField label={texts.own} hint={texts.ownHint} value={own} onChange={setOwn} fault={fault} isCode />
        <Button onClick={() => look.mutate()} impossible={typeof rules === "number" ? fault : undefined}>
          {texts.look}
        </Button>
        {seen?.of === JSON.stringify(asked) ? <Preview preview={seen.preview} /> : <p>{texts.lookFirst}</p>}
      </SaveForm>
    </Card>
  );
};

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

const Preview = ({ preview }: { preview: RulePacksPreview }) => {
  const { contacts, campaigns, after, newly_stopped: newly, by_rule: byRule, has_more: hasMore } = preview;
  const stopsSomebody = after.refused + after.waiting > 0;
  return (
    <Notice
      tone={newly > 0 ? "warn" : "good"}
      title={stopsSomebody ? texts.stops(formatWhole(after.refused), formatWhole(after.waiting)) : texts.stopsNobody}
    >
      {texts.looked(formatWhole(contacts), formatWhole(campaigns))}{" "}
      {newly > 0 && texts.newlyStopped(formatWhole(newly))}
      {hasMore && ` ${texts.moreContacts}`}
      <ul>
        {byRule.map(({ pack, rule, refused, waiting }) => (
          <li key={`${pack} ${rule}`}>{texts.byRule(`${pack}/${rule}`, formatWhole(refused), formatWhole(waiting))}</li>
        ))}
      </ul>
    </Notice>
  );
};
