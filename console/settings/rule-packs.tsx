import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi, Refusal } from "../api/client.ts";
import type { OrganizationPreferences, RulePacksPreview } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { LongTextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatDay, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { readOwnRules, writeOwnRules } from "./own-rules-text.ts";
import { listRulesOf, PackList, rulePacksQuery } from "./rule-pack-fields.tsx";
import { useSavePreferences } from "./use-save-preferences.ts";

const texts = words.organization.rulePacks;

/** Days of past calls that are looked at. */
const DAYS = ["0", "7", "30", "92"].map((value) => ({
  value,
  label: value === "0" ? texts.noPast : texts.lastDays(value),
}));

/** The form of the rule packs and own rules of the organization; it shows whom they would stop before they are saved. */
export const RulePacks = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const { data } = useSuspenseQuery(rulePacksQuery);
  const [packs, setPacks] = useState<readonly string[]>(preferences.rule_packs);
  const [unconfirmed, setUnconfirmed] = useState<readonly string[]>(preferences.unconfirmed_rules);
  const [own, setOwn] = useState(writeOwnRules(preferences.own_rules));
  const [days, setDays] = useState("30");
  const [seen, setSeen] = useState<{ of: string; preview: RulePacksPreview } | null>(null);
  const rules = readOwnRules(own);
  const asked = {
    rule_packs: [...packs],
    unconfirmed_rules: listRulesOf(unconfirmed, packs),
    own_rules: typeof rules === "number" ? [] : rules,
  };
  const question = { ...asked, past_days: Number(days) };
  const save = useSavePreferences(() => asked);
  const look = useAction({
    run: () => callApi("POST /organizations/rule-packs/preview", { body: question }),
    onDone: (preview) => setSeen({ of: JSON.stringify(question), preview }),
    savesNothing: true,
  });
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
        <PackList
          all={data.rule_packs}
          packs={packs}
          unconfirmed={unconfirmed}
          onChange={(changed) => {
            setPacks(changed.packs ?? packs);
            setUnconfirmed(changed.unconfirmed ?? unconfirmed);
          }}
        />
        <LongTextField label={texts.own} hint={texts.ownHint} value={own} onChange={setOwn} fault={fault} isCode />
        <Choice label={texts.pastDays} options={DAYS} value={days} onChange={setDays} />
        <Button onClick={() => look.mutate()} impossible={typeof rules === "number" ? fault : undefined}>
          {texts.look}
        </Button>
        {seen?.of === JSON.stringify(question) ? <Preview preview={seen.preview} /> : <p>{texts.lookFirst}</p>}
      </SaveForm>
    </Card>
  );
};

const Preview = ({ preview }: { preview: RulePacksPreview }) => {
  const { contacts, campaigns, after, newly_stopped: newly, by_rule: byRule, has_more: hasMore } = preview;
  const stopsSomebody = after.refused + after.waiting > 0;
  return (
    <>
      <Notice
        tone={newly > 0 ? "warn" : "good"}
        title={stopsSomebody ? texts.stops(formatWhole(after.refused), formatWhole(after.waiting)) : texts.stopsNobody}
      >
        {texts.looked(formatWhole(contacts), formatWhole(campaigns))}{" "}
        {newly > 0 && texts.newlyStopped(formatWhole(newly))}
        {hasMore && ` ${texts.moreContacts}`}
        <ul>
          {byRule.map(({ pack, rule, refused, waiting }) => (
            <li key={`${pack} ${rule}`}>
              {texts.byRule(`${pack}/${rule}`, formatWhole(refused), formatWhole(waiting))}
            </li>
          ))}
        </ul>
      </Notice>
      {preview.past !== null && <Past past={preview.past} />}
    </>
  );
};

/** What the rules would have done to the calls of the last days. */
const Past = ({ past }: { past: NonNullable<RulePacksPreview["past"]> }) => {
  const { from, to, calls, after, by_rule: byRule, one_in: oneIn } = past;
  const stops = after.refused + after.waiting;
  return (
    <Notice
      tone={past.newly_stopped > 0 ? "warn" : "good"}
      title={stops > 0 ? texts.pastStops(formatWhole(stops), formatWhole(calls)) : texts.pastStopsNone}
    >
      {texts.pastLooked(formatDay(from), formatDay(to), formatWhole(calls))}{" "}
      {stops > 0 && `${texts.pastOfThem(formatWhole(after.refused), formatWhole(after.waiting))} `}
      {past.newly_stopped > 0 && `${texts.pastNewly(formatWhole(past.newly_stopped))} `}
      {past.refused_calls > 0 && `${texts.pastAllowed(formatWhole(past.allowed), formatWhole(past.refused_calls))} `}
      {oneIn > 1 && `${texts.pastSample(formatWhole(oneIn))} `}
      {past.has_more && texts.pastMore}
      <ul>
        {byRule.map(({ pack, rule, paragraph, refused, waiting, answered }) => (
          <li key={`${pack} ${rule}`}>
            {texts.pastByRule(
              `${pack}/${rule}${paragraph && ` (${paragraph})`}`,
              formatWhole(refused + waiting),
              formatWhole(answered),
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
