import { useQueryClient } from "@tanstack/react-query";
import { useBlocker, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { CheckField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import { Forecast } from "./forecast.tsx";

interface CheckAndStartProps {
  campaignId: number;
  /** Null: the simulator, which calls nobody. */
  carrier: string | null;
  /** It has a start of its own. */
  isDated: boolean;
  onBack(): void;
}

/** Shows what will happen before the button that starts it. The draft is kept, whatever the person does. */
export const CheckAndStart = ({ campaignId, carrier, isDated, onBack }: CheckAndStartProps) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAttested, setAttested] = useState(false);
  const start = useAction({
    run: () =>
      callApi("POST /campaigns/{campaign_id}/start", {
        params: { campaign_id: campaignId },
        body: { consent_attested: isAttested },
      }),
    said: isDated ? words.campaigns.saidSchedule : words.campaigns.created,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: campaignKey(campaignId) });
      await navigate({ to: "/campaigns/$campaignId", params: { campaignId }, ignoreBlocker: true });
    },
    isQuietOnRefusal: true,
  });
  useBlocker({ shouldBlockFn: () => start.isPending, enableBeforeUnload: () => start.isPending });
  return (
    <Form
      onSubmit={() => start.mutate()}
      needs="operator"
      action={isDated ? words.campaigns.createAndSchedule : words.campaigns.createAndStart}
      isBusy={start.isPending}
      isDisabled={!isAttested}
      error={start.error}
      ways={
        <>
          <Button onClick={onBack}>{words.shell.previous}</Button>
          <LinkButton to="/campaigns/$campaignId" params={{ campaignId }}>
            {words.campaigns.createDraft}
          </LinkButton>
        </>
      }
    >
      <h3>{words.campaigns.whatHappens}</h3>
      <Suspense fallback={<p role="status">{words.shell.loading}</p>}>
        <Forecast campaignId={campaignId} isSimulated={carrier === null} />
      </Suspense>
      <Notice
        tone={carrier === null ? "good" : "warn"}
        title={carrier === null ? words.campaigns.simulated : words.campaigns.realCalls(carrier)}
      />
      <CheckField
        label={words.campaigns.attest}
        hint={words.campaigns.attestHint}
        isOn={isAttested}
        onChange={setAttested}
      />
    </Form>
  );
};
