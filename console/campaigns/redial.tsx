import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { CheckField, SwitchField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { summaryQuery } from "./ended-calls.ts";

const REASONS = ["no_answer", "voicemail", "busy", "failed"] as const;

/** The latest outcomes that count for a reason, as the platform counts them. */
const OUTCOMES: Partial<Record<string, readonly string[]>> = { failed: ["failed", "unknown", "canceled"] };

const countFor = (reason: string, contacts: Readonly<Record<string, number>>): number =>
  (OUTCOMES[reason] ?? [reason]).reduce((sum, outcome) => sum + (contacts[outcome] ?? 0), 0);

export const Redial = ({ campaign, onDone }: { campaign: Campaign; onDone(): void }) => {
  const navigate = useNavigate();
  const { data: summary } = useQuery(summaryQuery(campaign.id, false));
  const [chosen, setChosen] = useState({ no_answer: true, voicemail: true, busy: true, failed: true });
  const [startsAtOnce, setStartsAtOnce] = useState(true);
  const redial = useAction({
    run: () =>
      callApi("POST /campaigns/{campaign_id}/redial", {
        params: { campaign_id: campaign.id },
        body: {
          retry_on_no_answer: chosen.no_answer,
          retry_on_voicemail: chosen.voicemail,
          retry_on_busy: chosen.busy,
          retry_on_failed: chosen.failed,
          start: startsAtOnce,
        },
      }),
    said: words.campaigns.redialed,
    onDone: async ({ id }) => {
      onDone();
      await navigate({ to: "/campaigns/$campaignId", params: { campaignId: id } });
    },
    isQuietOnRefusal: true,
  });
  const wouldDial = (contacts: Readonly<Record<string, number>>) =>
    REASONS.filter((reason) => chosen[reason]).reduce((sum, reason) => sum + countFor(reason, contacts), 0);
  return (
    <Form
      onSubmit={() => redial.mutate()}
      action={words.campaigns.redial}
      isBusy={redial.isPending}
      isDisabled={!REASONS.some((reason) => chosen[reason])}
      error={redial.error}
    >
      <p>{words.campaigns.redialText}</p>
      {summary && <p role="status">{words.campaigns.redialDials(formatWhole(wouldDial(summary.last_outcomes)))}</p>}
      {REASONS.map((reason) => (
        <CheckField
          key={reason}
          label={chooseOutcomeLook(reason).name}
          hint={summary && words.campaigns.redialWouldDial(formatWhole(countFor(reason, summary.last_outcomes)))}
          isOn={chosen[reason]}
          onChange={(isOn) => setChosen({ ...chosen, [reason]: isOn })}
        />
      ))}
      <SwitchField label={words.campaigns.redialStart} isOn={startsAtOnce} onChange={setStartsAtOnce} />
    </Form>
  );
};
