import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { CampaignLink } from "../calls/named-links.tsx";
import { SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";

interface Span {
  from: string;
  to: string;
}

/** Reads what a person has entered by the clock of this browser; null: not an instant yet. */
const readSpan = (from: string, to: string): Span | null => {
  const [begin, end] = [new Date(from), new Date(to)];
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) return null;
  return { from: begin.toISOString(), to: end.toISOString() };
};

/** Makes the campaign that calls exactly those whom an outage kept from being called. */
export const BackFill = ({ campaign, onDone }: { campaign: Campaign; onDone(): void }) => {
  const navigate = useNavigate();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [startsAtOnce, setStartsAtOnce] = useState(true);
  const span = readSpan(from, to);
  const params = { campaign_id: campaign.id };
  const { data: preview, error } = useQuery({
    queryKey: ["campaigns", campaign.id, "back-fill", span],
    queryFn: () => callApi("GET /campaigns/{campaign_id}/back-fill", { params, query: span ?? { from: "", to: "" } }),
    enabled: span !== null,
    retry: false,
  });
  const backFill = useAction({
    run: ({ from: begin, to: end }: Span) =>
      callApi("POST /campaigns/{campaign_id}/back-fill", {
        params,
        body: { from: begin, to: end, start: startsAtOnce },
      }),
    said: words.campaigns.backFillMade,
    onDone: async ({ id }) => {
      onDone();
      await navigate({ to: "/campaigns/$campaignId", params: { campaignId: id } });
    },
    isQuietOnRefusal: true,
  });
  const made = preview?.back_fill_campaign_id ?? null;
  return (
    <Form
      onSubmit={() => span && backFill.mutate(span)}
      action={words.campaigns.backFill}
      isBusy={backFill.isPending}
      isDisabled={!preview || preview.contacts === 0 || preview.refusal !== null}
      error={backFill.error ?? (span ? error : null)}
    >
      <p>{words.campaigns.backFillText}</p>
      <TextField
        type="datetime-local"
        label={words.campaigns.backFillFrom}
        value={from}
        onChange={setFrom}
        isRequired
      />
      <TextField type="datetime-local" label={words.campaigns.backFillTo} value={to} onChange={setTo} isRequired />
      {preview && made === null && (
        <p role="status">{preview.refusal ?? words.campaigns.backFillDials(formatWhole(preview.contacts))}</p>
      )}
      {made !== null && (
        <p role="status">
          {words.campaigns.backFillAgain} <CampaignLink id={made} />
        </p>
      )}
      <SwitchField label={words.campaigns.redialStart} isOn={startsAtOnce} onChange={setStartsAtOnce} />
    </Form>
  );
};
